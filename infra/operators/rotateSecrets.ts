import { join } from 'node:path';
import { newKey, readKeys, rotateSecrets, SecretUnreadableError } from '@almanac/secrets';
import { ConfigurationError, readEnvironment, secretsVariables } from '@almanac/service';
import { z } from 'zod';
import { whileHeld } from '../all-in-one/dataFolder.ts';
import { keptKeys, replaceKeys, SECRET_KEYS } from '../siteSecret.ts';
import { dataFolderOf, isOnMongodb, type OperatorCommand, type Surroundings } from './operatorCommand.ts';
import { withServices } from './serviceData.ts';

type Keys = Parameters<typeof readKeys>[0];

/** `rotate-secrets`: encrypts data of former keys with the current key. */
export const rotateSecretsCommand: OperatorCommand = {
  run: async (_args, around) => {
    const given = readEnvironment(z.object(secretsVariables), around.environment);
    if (given.SECRETS_KEY !== undefined) await rotateAll(around, given);
    else if (isOnMongodb(around))
      throw new ConfigurationError('Set SECRETS_KEY, and the former key as SECRETS_OLD_KEYS.');
    else await rotateFile(around);
    return true;
  },
};

/**
 * Rotates the keys in the file. It contains both keys until all data is encrypted with the new one. So an early end of
 * the command loses nothing.
 */
const rotateFile = (around: Surroundings): Promise<void> =>
  whileHeld(dataFolderOf(around), async () => {
    const file = join(dataFolderOf(around), SECRET_KEYS);
    const { SECRETS_KEY: former, SECRETS_OLD_KEYS: old } = keptKeys(file);
    const both = { SECRETS_KEY: newKey(), SECRETS_OLD_KEYS: [former, ...(old?.split(',') ?? [])].join(',') };
    replaceKeys(file, [both.SECRETS_KEY, ...both.SECRETS_OLD_KEYS.split(',')]);
    await rotateAll(around, both);
    replaceKeys(file, [both.SECRETS_KEY]);
  });

const rotateAll = async (around: Surroundings, given: Keys): Promise<void> => {
  const keys = readKeys(given);
  try {
    await withServices(around, [], async (services) => {
      for (const { name, entries } of services) {
        const { changed, unchanged } = await rotateSecrets({ service: name, entries, keys });
        around.say(`${name}: ${changed} secrets encrypted anew, ${unchanged} were`, {
          service: name,
          changed,
          unchanged,
        });
      }
    });
  } catch (error) {
    if (!(error instanceof SecretUnreadableError)) throw error;
    throw new ConfigurationError(`${error.message}. Give its key in SECRETS_OLD_KEYS too.`, { cause: error });
  }
};
