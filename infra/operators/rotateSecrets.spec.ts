import { linkSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createSecrets, newKey, readKeys } from '@almanac/secrets';
import { openDataFolder } from '../all-in-one/dataFolder.ts';
import { folderForSpec, heard } from './operatorSite.contract.ts';
import { rotateSecretsCommand } from './rotateSecrets.ts';
import { knownServices, openFile, withServices } from './serviceData.ts';

describe('the rotation of secrets', () => {
  let folder: Awaited<ReturnType<typeof folderForSpec>>;
  beforeEach(async () => {
    folder = await folderForSpec();
    mkdirSync(folder.data);
    for (const each of knownServices) await openFile(join(folder.data, `${each.name}.sqlite`), each).close();
  });
  afterEach(() => folder.remove());

  const withSecrets = <Result>(
    keys: Parameters<typeof readKeys>[0],
    work: (secrets: ReturnType<typeof createSecrets>) => Promise<Result>,
  ) =>
    withServices({ environment: { DATA: folder.data } }, ['misc'], ([misc]) =>
      work(
        createSecrets({ service: 'misc', entries: (misc as NonNullable<typeof misc>).entries, keys: readKeys(keys) }),
      ),
    );
  const keyFile = (): string => readFileSync(join(folder.data, 'secrets.key'), 'utf8');

  it('gives a stopped site a new key file, readable for nobody else', async () => {
    openDataFolder(folder.data).close();
    const before = keyFile();
    await withSecrets({ SECRETS_KEY: before }, (secrets) => secrets.put('hook-7', 'token'));
    const around = heard(folder.data);
    expect(await rotateSecretsCommand.run([], around)).toBe(true);
    expect(around.lines).toContain('misc: 1 secrets encrypted anew, 0 were');
    expect(keyFile()).toMatch(/^[\w-]{43}$/);
    expect(keyFile()).not.toBe(before);
    expect(statSync(join(folder.data, 'secrets.key')).mode & 0o777).toBe(0o600);
    expect(await withSecrets({ SECRETS_KEY: keyFile() }, (secrets) => secrets.get('hook-7'))).toBe('token');
  });

  it('never leaves a truncated key file', async () => {
    openDataFolder(folder.data).close();
    const before = keyFile();
    const beside = join(folder.data, 'beside');
    linkSync(join(folder.data, 'secrets.key'), beside);
    await rotateSecretsCommand.run([], heard(folder.data));
    expect(keyFile()).not.toBe(before);
    expect(readFileSync(beside, 'utf8')).toBe(before);
  });

  it('is refused while the site runs on its key file', async () => {
    const running = openDataFolder(folder.data);
    const before = keyFile();
    await expect(rotateSecretsCommand.run([], heard(folder.data))).rejects.toThrow('is used by another process');
    running.close();
    expect(keyFile()).toBe(before);
  });

  it('uses the configured key, if there is one and all old keys are known', async () => {
    const [first, second] = [newKey(), newKey()];
    await withSecrets({ SECRETS_KEY: first }, (secrets) => secrets.put('hook-7', 'token'));
    const around = heard(folder.data);
    const configured = (more: object) => ({
      ...around,
      environment: { ...around.environment, SECRETS_KEY: second, ...more },
    });
    await expect(rotateSecretsCommand.run([], configured({}))).rejects.toThrow('the secret hook-7 cannot be read');
    await rotateSecretsCommand.run([], configured({ SECRETS_OLD_KEYS: first }));
    expect(await withSecrets({ SECRETS_KEY: second }, (secrets) => secrets.get('hook-7'))).toBe('token');
    await expect(rotateSecretsCommand.run([], configured({ SECRETS_OLD_KEYS: 'short' }))).rejects.toThrow(
      'SECRETS_OLD_KEYS',
    );
  });
});
