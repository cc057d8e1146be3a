import { createSqliteEntries, openDatabase } from '@almanac/documents/sqlite';
import { newCommit, takes } from '@almanac/event-store/contract';
import { createSqliteEventStore } from '@almanac/event-store/sqlite';
import { createSecrets, type Secrets } from '@almanac/secrets';
import { secretsUnderTest } from '@almanac/secrets/testing';
import { checkSignatures, createSigner, dropLinksPast, macEndingAt, newestLink } from '../index.ts';
import { signaturesContract } from './signatures.contract.ts';
import { CHAIN_START, Signing } from './signing.ts';

const open = () => {
  const database = openDatabase(':memory:', { durability: 'normal' });
  const store = createSqliteEventStore(database);
  return { database, store, entries: createSqliteEntries(database, { now: () => 0 }) };
};

signaturesContract('SQLite', async () => {
  const { database, store, entries } = open();
  return {
    store,
    entries,
    forge: async (position, change) => {
      const [commit] = await store.readLog(position - 1, 1);
      const { keys, events, meta } = change(commit!);
      const once = keys.slice(events.length + 1).map((key) => key.slice('once/'.length));
      database
        .prepare('UPDATE commits SET body = ? WHERE position = ?')
        .run(JSON.stringify({ events, meta, once }), position);
    },
    cut: async (position) => void database.prepare('DELETE FROM commits WHERE position = ?').run(position),
    close: async () => database.close(),
  };
});

describe('a signer', () => {
  const signing = (at = '2026-01-01T00:00:01Z') => {
    const { store, entries } = open();
    const secrets = secretsUnderTest('core', entries);
    return { store, entries, secrets, service: 'core', now: () => new Date(at) };
  };

  it.each([
    ['more than an hour later, which is noted as late', '2026-01-01T01:00:00.001Z', 3],
    ['an hour later', '2026-01-01T01:00:00.000Z', 0],
  ])('signs a log from before there were signatures, %s', async (_, at, late) => {
    const options = signing(at);
    for (let id = 1; id <= 3; id++) await options.store.append(newCommit([takes(`venue-${id}`, 1)]));
    expect(await checkSignatures(options)).toEqual({ signed: 0, head: '', unsigned: 3, late: 0, faults: [] });
    await createSigner(options).catchUp();
    expect(await checkSignatures(options)).toMatchObject({ signed: 3, unsigned: 0, late, faults: [] });
  });

  it('uses the key that another process creates while it looks for one', async () => {
    const options = signing();
    await options.store.append(newCommit([takes('venue-1', 1)]));
    const secrets: Secrets = {
      ...options.secrets,
      get: async (name) => {
        const found = await options.secrets.get(name);
        if (found === undefined) await createSigner(options).catchUp();
        return found;
      },
    };
    expect(await createSigner({ ...options, secrets }).catchUp()).toBe(1);
    expect(await checkSignatures(options)).toMatchObject({ signed: 1, unsigned: 0, faults: [] });
  });

  it('does not start anew if the key of the signatures is gone', async () => {
    const options = signing();
    await options.store.append(newCommit([takes('venue-1', 1)]));
    await createSigner(options).catchUp();
    await options.secrets.delete('log-signing');
    await options.store.append(newCommit([takes('venue-2', 1)]));
    await expect(createSigner(options).catchUp()).rejects.toMatchObject({ code: 'log-contradicted' });
    await expect(checkSignatures(options)).rejects.toMatchObject({ code: 'log-contradicted' });
  });

  it('leaves the log unsigned without a key of the site, and redacts it', async () => {
    const { entries, ...rest } = signing();
    const keys = { current: undefined, old: [] };
    const options = { ...rest, entries, secrets: createSecrets({ service: 'core', entries, keys }) };
    await options.store.append(newCommit([takes('venue-1', 1, { name: 'Ada' })]));
    const signer = createSigner(options);
    await expect(signer.catchUp()).rejects.toMatchObject({ code: 'secrets-key-missing' });
    await signer.redact([{ position: 1, stream: 'venue-1', version: 1, data: {} }]);
    expect(await Array.fromAsync(options.store.readStream('venue-1'))).toMatchObject([{ data: {} }]);
  });

  it('replaces nothing in a signed log without its key', async () => {
    const options = signing();
    await options.store.append(newCommit([takes('venue-1', 1, { name: 'Ada' })]));
    await createSigner(options).catchUp();
    await options.store.append(newCommit([takes('venue-2', 1)]));
    const keys = { current: undefined, old: [] };
    const keyless = createSigner({ ...options, secrets: createSecrets({ ...options, keys }) });
    const redacting = keyless.redact([{ position: 1, stream: 'venue-1', version: 1, data: {} }]);
    await expect(redacting).rejects.toMatchObject({ code: 'secrets-key-missing' });
    expect(await Array.fromAsync(options.store.readStream('venue-1'))).toMatchObject([{ data: { name: 'Ada' } }]);
  });

  it('goes on at the end of a restored log, without the signatures of later commits', async () => {
    const options = signing();
    for (let id = 1; id <= 150; id++) await options.store.append(newCommit([takes(`venue-${id}`, 1)]));
    await createSigner(options).catchUp();
    expect(await dropLinksPast(options.entries, 120)).toBe(1);
    expect(await newestLink(options.entries)).toMatchObject({ n: 1, to: 100 });
    expect(await dropLinksPast(options.entries, 100)).toBe(0);
    expect(await createSigner(options).catchUp()).toBe(150);
    expect(await checkSignatures(options)).toMatchObject({ signed: 150, faults: [] });
  });

  it('leaves a head where each of its signatures ends, and none between or after', async () => {
    const options = signing();
    const heads = new Map<number, string>();
    for (let id = 1; id <= 103; id++) {
      for (const half of ['a', 'b']) await options.store.append(newCommit([takes(`venue-${id}${half}`, 1)]));
      await createSigner(options).catchUp();
      heads.set(2 * id, (await newestLink(options.entries)).mac);
    }
    expect(new Set(heads.values()).size).toBe(103);
    for (const position of [1, 2, 3, 199, 200, 201, 202, 206, 207])
      expect([position, await macEndingAt(options.entries, position)]).toEqual([position, heads.get(position)]);
  });

  it('goes on if a new primary does not show the newest signatures yet', async () => {
    const options = signing();
    await options.store.append(newCommit([takes('venue-1', 1)]));
    let behind = false;
    const entries: typeof options.entries = {
      ...options.entries,
      get: async (kind, id) => (behind && kind === 'log-signature' ? undefined : options.entries.get(kind, id)),
    };
    const store: typeof options.store = { ...options.store, last: async () => (behind ? 0 : options.store.last()) };
    const signer = createSigner({ ...options, entries, store });
    await signer.catchUp();
    behind = true;
    expect(await signer.catchUp()).toBe(1);
    expect(await createSigner({ ...options, store }).catchUp()).toBe(1);
  });

  it('signs with the key from the secrets, and creates one of 32 bytes if there is none', async () => {
    const [kept, made] = [signing(), signing()];
    const key = Buffer.alloc(32, 0xfb);
    await kept.secrets.add('log-signing', key.toString('base64url'));
    for (const { store } of [kept, made]) await store.append(newCommit([takes('venue-1', 1)]));
    for (const options of [kept, made]) await createSigner(options).catchUp();
    const [commit] = await kept.store.readLog(0);
    const signed = new Signing('core', key);
    expect(await newestLink(kept.entries)).toEqual(signed.next(CHAIN_START, [signed.ofCommit(commit!)], kept.now()));
    expect(Buffer.from((await made.secrets.get('log-signing'))!, 'base64url')).toHaveLength(32);
  });

  it('gives other work its turn between events of a commit that take long', async () => {
    const options = signing();
    const events = Array.from({ length: 100 }, (_, version) => takes('venue-1', version + 1));
    await options.store.append(newCommit(events));
    let [turns, done] = [0, false];
    const count = (): void => {
      turns += 1;
      if (!done) setImmediate(count);
    };
    let clock = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => {
      clock += 20;
      return clock;
    });
    setImmediate(count);
    await createSigner(options).catchUp();
    done = true;
    jest.restoreAllMocks();
    expect(await newestLink(options.entries)).toMatchObject({ n: 1, to: 1 });
    expect(turns).toBeGreaterThanOrEqual(100);
  });

  it('does not wait for the disk, since a signature can be repeated', async () => {
    const options = signing();
    await options.store.append(newCommit([takes('venue-1', 1)]));
    const flushed: unknown[] = [];
    const entries: typeof options.entries = {
      ...options.entries,
      insert: (kind, id, body, more) => {
        if (kind === 'log-signature') flushed.push(more?.flushed);
        return options.entries.insert(kind, id, body, more);
      },
    };
    await createSigner({ ...options, entries }).catchUp();
    expect(flushed).toEqual([false]);
  });

  it('stops at the signal, and if the log is shorter than its signatures', async () => {
    const options = signing();
    await options.store.append(newCommit([takes('venue-1', 1)]));
    expect(await createSigner(options).catchUp(AbortSignal.abort())).toBe(0);
    await createSigner(options).catchUp();
    const shorter = { ...options, store: open().store };
    await expect(createSigner(shorter).catchUp()).rejects.toMatchObject({ code: 'log-contradicted' });
  });
});
