import type { Entries } from '@almanac/documents';
import { createSqliteEntries, openDatabase } from '@almanac/documents/sqlite';
import { createPersonKeys, newKey, readKeys, rotateSecrets } from './index.ts';

describe('the key of a person', () => {
  let entries: Entries;
  beforeEach(() => {
    entries = createSqliteEntries(openDatabase(':memory:'), { now: () => 1_000 });
  });

  const [key, other] = [newKey(), newKey()];
  const optionsWith = (current?: string, old?: string, service = 'core') => {
    const keys = readKeys({ SECRETS_KEY: current, ...(old !== undefined && { SECRETS_OLD_KEYS: old }) });
    return { service, entries, keys };
  };
  const persons = (...given: Parameters<typeof optionsWith>) => createPersonKeys(optionsWith(...given));
  const kept = async (): Promise<string> => JSON.stringify(await entries.list('person-key'));

  it('is created once, and differs between persons', async () => {
    const [first, again] = [
      await persons(key).keep(['user-1', 'user-2']),
      await persons(key).keep(['user-2', 'user-1']),
    ];
    expect(again).toEqual(first);
    expect(first.get('user-1')?.bytes).toHaveLength(32);
    expect(first.get('user-1')).not.toEqual(first.get('user-2'));
    expect(await persons(key).read(['user-1', 'user-9'])).toEqual(new Map([['user-1', first.get('user-1')]]));
  });

  it('is one, whichever of two processes creates it first', async () => {
    const [one, two] = await Promise.all([persons(key).keep(['user-1']), persons(key).keep(['user-1'])]);
    expect(one).toEqual(two);
  });

  it('is stored encrypted, and opens under its own name only', async () => {
    const made = (await persons(key).keep(['user-1'])).get('user-1');
    expect(await kept()).not.toContain(made?.bytes.toString('base64url'));
    const [entry] = await entries.list('person-key');
    await entries.put('person-key', 'user-2', entry?.body);
    await expect(persons(key).read(['user-2'])).rejects.toMatchObject({ code: 'secret-unreadable' });
    await expect(persons(key, undefined, 'calendar').read(['user-1'])).rejects.toMatchObject({ status: 503 });
  });

  it('is destroyed for good', async () => {
    const made = (await persons(key).keep(['user-1'])).get('user-1');
    await persons(key).destroy('user-1');
    await persons(key).destroy('user-3');
    expect(await persons(key).keep(['user-1', 'user-3'])).toEqual(
      new Map([
        ['user-1', null],
        ['user-3', null],
      ]),
    );
    expect(await persons(key).destroyed()).toEqual(['user-1', 'user-3']);
    expect(await kept()).not.toContain(made?.id);
  });

  it('exists on a site without a key of its own, which encrypts it once it has one', async () => {
    const made = await persons().keep(['user-1']);
    await persons().destroy('user-2');
    expect(await persons(key).keep(['user-1'])).toEqual(made);
    expect(await rotateSecrets(optionsWith(key))).toEqual({ changed: 1, unchanged: 1 });
    expect(await kept()).not.toContain('plain');
    expect(await persons(key).read(['user-1'])).toEqual(made);
    await expect(persons().read(['user-1'])).rejects.toMatchObject({ code: 'secrets-key-missing' });
  });

  it('is encrypted again when the key of the site changes', async () => {
    const made = await persons(key).keep(['user-1']);
    expect(await rotateSecrets(optionsWith(other, key))).toEqual({ changed: 1, unchanged: 0 });
    expect(await persons(other).read(['user-1'])).toEqual(made);
  });
});
