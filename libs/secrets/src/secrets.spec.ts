import { inspect } from 'node:util';
import type { Entries } from '@almanac/documents';
import { createSqliteEntries, openDatabase } from '@almanac/documents/sqlite';
import { createSecrets, newKey, readKeys, rotateSecrets } from './index.ts';
import { InvalidKeyError } from './secretKeys.ts';

const TOKEN = 'token-s3cret-ü';

describe('a stored secret', () => {
  let now: number;
  let entries: Entries;
  beforeEach(() => {
    now = 1_000;
    entries = createSqliteEntries(openDatabase(':memory:'), { now: () => now });
  });

  const withKeys = (current?: string, old: readonly string[] = [], service = 'misc') => {
    const settings = { SECRETS_KEY: current, ...(old.length > 0 && { SECRETS_OLD_KEYS: old.join(',') }) };
    return { service, entries, keys: readKeys(settings) };
  };
  const secrets = (...given: Parameters<typeof withKeys>) => createSecrets(withKeys(...given));
  const [key, other] = [newKey(), newKey()];

  it('is returned as it was stored, replaced, and deleted', async () => {
    const mine = secrets(key);
    await mine.put('hook-7', TOKEN);
    expect(await mine.get('hook-7')).toBe(TOKEN);
    await mine.put('hook-7', '');
    expect(await mine.get('hook-7')).toBe('');
    expect([await mine.delete('hook-7'), await mine.delete('hook-7'), await mine.get('hook-7')]).toEqual([
      true,
      false,
      undefined,
    ]);
  });

  it('is added if there is none, and the first of two stays', async () => {
    const mine = secrets(key);
    expect([await mine.add('hook-7', TOKEN), await mine.add('hook-7', 'another')]).toEqual([true, false]);
    expect(await mine.get('hook-7')).toBe(TOKEN);
    await expect(mine.add('long', 'x'.repeat(65_537))).rejects.toThrow(RangeError);
    await expect(secrets().add('hook-8', TOKEN)).rejects.toMatchObject({ code: 'secrets-key-missing' });
  });

  it('is stored encrypted, never twice alike, beside the id of its key and not the key', async () => {
    const mine = secrets(key);
    await mine.put('a', TOKEN);
    const first = await entries.get('secret', 'a');
    await mine.put('a', TOKEN);
    const second = await entries.get('secret', 'a');
    const kept = JSON.stringify([first, second]);
    for (const plain of [TOKEN, Buffer.from(TOKEN).toString('base64url'), key]) expect(kept).not.toContain(plain);
    expect(first?.body).not.toEqual(second?.body);
    expect(first?.body).toEqual({ key: expect.stringMatching(/^[0-9a-f]{12}$/), text: expect.any(String) });
  });

  it('is gone when it expires', async () => {
    await secrets(key).put('code', '123456', { expiresAt: 2_000 });
    now = 2_000;
    expect(await secrets(key).get('code')).toBeUndefined();
  });

  it('is refused above 64 KiB', async () => {
    await expect(secrets(key).put('a', 'x'.repeat(65_537))).rejects.toThrow(RangeError);
  });

  it('cannot be moved to another name or service, nor changed', async () => {
    await secrets(key).put('a', TOKEN);
    const body = (await entries.get<{ key: string; text: string }>('secret', 'a'))?.body;
    await entries.put('secret', 'b', body);
    await expect(secrets(key).get('b')).rejects.toMatchObject({ code: 'secret-unreadable', status: 503 });
    await expect(secrets(key, [], 'core').get('a')).rejects.toMatchObject({ code: 'secret-unreadable' });
    const sealed = Buffer.from(body?.text ?? '', 'base64url');
    const changed = [0, 20, sealed.length - 1].map((at) =>
      sealed.map((byte, index) => (index === at ? byte ^ 1 : byte)),
    );
    for (const bytes of [Buffer.alloc(0), sealed.subarray(1), sealed.subarray(0, -1), ...changed]) {
      const text = Buffer.from(bytes).toString('base64url');
      await entries.put('secret', 'c', { ...body, text });
      await expect(secrets(key).get('c')).rejects.toMatchObject({ code: 'secret-unreadable' });
    }
  });

  it('needs its key, and reports a missing one without revealing any', async () => {
    await secrets(key).put('a', TOKEN);
    const errors = [
      await secrets(other)
        .get('a')
        .catch((error: unknown) => error),
      await secrets()
        .get('a')
        .catch((error: unknown) => error),
      await secrets()
        .put('a', TOKEN)
        .catch((error: unknown) => error),
    ];
    expect(errors).toMatchObject([
      { code: 'secret-unreadable', message: expect.stringContaining('SECRETS_OLD_KEYS') },
      { code: 'secrets-key-missing', message: expect.stringContaining('SECRETS_KEY is not set') },
      { code: 'secrets-key-missing' },
    ]);
    expect(inspect(errors, { depth: 10, showHidden: true })).not.toContain(key);
    expect(inspect(errors, { depth: 10, showHidden: true })).not.toContain(TOKEN);
  });

  it('is read with an old key, and has the current one after a rotation', async () => {
    for (const name of ['a', 'b']) await secrets(key).put(name, `${TOKEN} ${name}`);
    await secrets(key).put('code', TOKEN, { expiresAt: 2_000 });
    const both = secrets(other, [key]);
    expect(await both.get('a')).toBe(`${TOKEN} a`);
    await both.put('b', 'new');
    expect(await rotateSecrets(withKeys(other, [key]))).toEqual({ changed: 2, unchanged: 1 });
    expect(await rotateSecrets(withKeys(other, [key]))).toEqual({ changed: 0, unchanged: 3 });
    const after = secrets(other);
    expect([await after.get('a'), await after.get('b')]).toEqual([`${TOKEN} a`, 'new']);
    now = 2_000;
    expect(await after.get('code')).toBeUndefined();
  });

  it('stops a rotation by name if no key opens it', async () => {
    await secrets(key).put('lost', TOKEN);
    await expect(rotateSecrets(withKeys(other))).rejects.toThrow('the secret lost cannot be read: it needs the key');
    expect(await secrets(key).get('lost')).toBe(TOKEN);
  });

  it.each(['', 'short', 'x'.repeat(32), `${newKey()}x`, `${newKey().slice(1)}!`])(
    'accepts no key like “%s”',
    (text) => {
      const read = () => readKeys({ SECRETS_KEY: text });
      expect(read).toThrow(InvalidKeyError);
      expect(() => readKeys({ SECRETS_KEY: key, SECRETS_OLD_KEYS: `${other},${text}` })).toThrow('SECRETS_OLD_KEYS');
      if (text !== '') expect(read).not.toThrow(text);
    },
  );

  it('accepts keys in base64 too', async () => {
    await secrets(key).put('a', TOKEN);
    expect(await secrets(Buffer.from(key, 'base64url').toString('base64')).get('a')).toBe(TOKEN);
  });
});
