import type { DeadLetter } from '@almanac/messaging';
import { ConfigurationError, suggestion } from '@almanac/service';
import { discardFirst, listByOwner, type OwnerDeadLetters, replayLetters } from '@almanac/service/operations';
import { type OperatorCommand, required } from './operatorCommand.ts';
import { type ServiceData, withServices } from './serviceData.ts';

/** `dead-letters`: lists events that could not be handled, and events that wait behind them. */
export const deadLettersCommand: OperatorCommand = {
  run: (names, around) =>
    withServices(around, names, async (services) => {
      const found = await allLetters(services);
      for (const { owner, list } of found) {
        around.say(`${owner}: ${list.length} waiting`);
        for (const letter of list) around.say(`  ${described(letter)}`, resultOf(owner, letter));
      }
      if (found.length === 0) around.say('There are no dead letters.');
      else around.say('Mend the cause, then: npm run ops -- replay SUBSCRIPTION [KEY]');
      return found.length === 0;
    }),
};

/** `replay`: makes the running service retry dead letters. */
export const replayCommand: OperatorCommand = {
  run: ([owner, key], around) =>
    withServices(around, [], async (services) => {
      const wanted = await replayLetters(await lettersOf(services, required(owner, 'The SUBSCRIPTION'), key), key);
      const keys = new Set(wanted.map(({ delivery: { source, key } }) => `${source}/${key}`));
      const result = { subscription: owner, events: wanted.length, keys: keys.size };
      around.say(`${result.events} events with ${result.keys} keys are tried again as soon as the site runs.`, result);
      return true;
    }),
};

/** `discard`: drops the first dead letter of a key, which blocks the others. */
export const discardCommand: OperatorCommand = {
  run: ([owner, key], around) =>
    withServices(around, [], async (services) => {
      const wanted = required(key, 'The KEY');
      const own = await lettersOf(services, required(owner, 'The SUBSCRIPTION'), wanted);
      const discarded = await discardFirst(own, wanted);
      if (discarded !== undefined) around.say(`Given up: ${described(discarded)}`, resultOf(own.owner, discarded));
      return true;
    }),
};

/** Returns a dead letter without its payload. */
const resultOf = (subscription: string, { delivery, reason }: DeadLetter): object => {
  const { source, epoch, position, n, type, key, at } = delivery;
  return { subscription, key, type, source, position, n, epoch, at, reason: reason ?? null };
};

const described = ({ delivery, reason }: DeadLetter): string => {
  const { source, epoch, position, n, type, key, at } = delivery;
  return `${key}  ${type}  ${source} ${position}/${n} (epoch ${epoch})  ${at}  ${reason ?? 'waits behind'}`;
};

const allLetters = async (services: readonly ServiceData[]): Promise<OwnerDeadLetters[]> =>
  (await Promise.all(services.map(({ entries }) => listByOwner(entries)))).flat();

/**
 * Returns the dead letters of a subscription.
 * @throws ConfigurationError if there are none; the message names the existing ones
 */
const lettersOf = async (services: readonly ServiceData[], owner: string, key?: string): Promise<OwnerDeadLetters> => {
  const all = await allLetters(services);
  const found = all.find((each) => each.owner === owner);
  if (found === undefined) {
    const there = all.map((each) => each.owner);
    throw new ConfigurationError(
      `${owner} has no dead letters; there are those of: ${there.join(', ') || 'none at all'}.${suggestion(owner, there)}`,
    );
  }
  if (key === undefined || found.list.some(({ delivery }) => delivery.key === key)) return found;
  const keys = new Set(found.list.map(({ delivery }) => delivery.key));
  throw new ConfigurationError(`${owner} has no dead letters with the key ${key}; there are ${[...keys].join(', ')}.`);
};
