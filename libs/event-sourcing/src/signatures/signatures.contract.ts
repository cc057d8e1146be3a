import type { Entries } from '@almanac/documents';
import type { Commit, EventStore, NewCommit } from '@almanac/event-store';
import { newCommit, takes } from '@almanac/event-store/contract';
import { secretsUnderTest } from '@almanac/secrets/testing';
import { checkSignatures, createSigner } from '../index.ts';
import { newestLink } from './chain.ts';
import type { SignedRedaction } from './signing.ts';

/** A service's log and entries, with the access of an attacker who writes to its database. */
export interface ForgeableLog {
  readonly store: EventStore;
  readonly entries: Entries;
  /** Replaces the commit at a position. */
  forge(position: number, change: (commit: Commit) => Omit<Commit, 'position'>): Promise<void>;
  /** Removes the newest commit. */
  cut(position: number): Promise<void>;
  close(): Promise<void>;
}

const NOW = new Date('2026-01-01T00:00:01Z');

/** Requirements for signatures on a store; a spec calls it with a maker of empty logs. */
export const signaturesContract = (name: string, open: () => Promise<ForgeableLog>): void => {
  describe(`the signatures of a log on ${name}`, () => {
    let log: ForgeableLog;
    let options: Parameters<typeof createSigner>[0];
    beforeEach(async () => {
      log = await open();
      options = { ...log, service: 'core', secrets: secretsUnderTest('core', log.entries), now: () => NOW };
    });
    afterEach(() => log.close());

    const append = async (...commits: NewCommit[]): Promise<void> => {
      for (const commit of commits) await log.store.append(commit);
    };
    const check = () => checkSignatures(options);
    const pay = (id: number, amount = 100) =>
      newCommit([takes(`payment-${id}`, 1, { amount, 10: 'ten', by: { name: 'Ada' } })], [`effect/${id}`]);

    it('fit an untouched log, and leave later commits to the next signatures', async () => {
      await append(pay(1), pay(2));
      const signer = createSigner(options);
      expect([await signer.lag(), await signer.catchUp(), await signer.lag()]).toEqual([2, 2, 0]);
      await append(pay(3));
      expect(await check()).toMatchObject({ signed: 2, unsigned: 1, late: 0, faults: [] });
      await createSigner(options).catchUp();
      expect(await check()).toMatchObject({ signed: 3, unsigned: 0, faults: [] });
    });

    it('are compared page by page if the log returns fewer commits at once than were signed together', async () => {
      await append(pay(1), pay(2), pay(3));
      await createSigner(options).catchUp();
      const store = { ...log.store, readLog: (after: number) => log.store.readLog(after, 1) };
      expect(await checkSignatures({ ...options, store })).toMatchObject({ signed: 3, unsigned: 0, faults: [] });
    });

    it('are compared with as many commits as were signed, however the log pages them', async () => {
      await append(pay(1), pay(2), pay(3));
      await createSigner(options).catchUp();
      await append(pay(4), pay(5));
      const readLog: EventStore['readLog'] = (after, limit) => log.store.readLog(after, after === 0 ? 1 : limit);
      const report = await checkSignatures({ ...options, store: { ...log.store, readLog } });
      expect(report).toMatchObject({ signed: 3, unsigned: 2, faults: [] });
    });

    it('are not judged if the log cannot be read: the failure is thrown on', async () => {
      await append(pay(1));
      await createSigner(options).catchUp();
      const away = new Error('the store is away');
      const store = { ...log.store, readLog: () => Promise.reject(away) };
      await expect(checkSignatures({ ...options, store })).rejects.toBe(away);
    });

    it('expose a commit that was removed amid others', async () => {
      await append(pay(1), pay(2), pay(3));
      await createSigner(options).catchUp();
      await log.cut(2);
      expect((await check()).faults).toEqual(['of the signed positions 1 to 3 some are not there']);
    });

    it.each<[string, (commit: Commit) => Omit<Commit, 'position'>]>([
      ['principal', ({ meta, ...rest }) => ({ ...rest, meta: { ...meta, principal: 'user:666' } })],
      ['time', ({ meta, ...rest }) => ({ ...rest, meta: { ...meta, at: '2020-01-01T00:00:00.000Z' } })],
      [
        'amount',
        ({ events, ...rest }) => ({ ...rest, events: events.map((event) => ({ ...event, data: { amount: 1 } })) }),
      ],
      ['type', ({ events, ...rest }) => ({ ...rest, events: events.map((event) => ({ ...event, type: 'Given' })) })],
      ['key', ({ keys, ...rest }) => ({ ...rest, keys: [...keys.slice(0, -1), 'once/effect/9'] })],
    ])('expose a forged %s', async (_what, change) => {
      await append(pay(1), pay(2), pay(3));
      await createSigner(options).catchUp();
      await log.forge(2, change);
      expect((await check()).faults).toEqual(['the commit at position 2 is not what was signed']);
    });

    it('expose removed commits, and forged signatures', async () => {
      await append(pay(1), pay(2));
      await createSigner(options).catchUp();
      await log.cut(2);
      expect((await check()).faults).toEqual(['positions 2 to 2 were signed and are not there']);
      const { n: _, ...newest } = await newestLink(log.entries);
      await log.entries.put('log-signature', '0000000000000001', {
        ...newest,
        to: 1,
        digests: newest.digests.slice(1),
      });
      expect((await check()).faults).toEqual([
        'the signature of positions 1 to 1 is forged',
        'the commit at position 1 is not what was signed',
      ]);
      await log.entries.put('log-signature', '0000000000000001', { mac: newest.mac });
      expect((await check()).faults).not.toEqual([]);
    });

    it('let the owner of the key replace data, repeatedly, and nobody else', async () => {
      await append(pay(1), pay(2));
      const signer = createSigner(options);
      const redaction = { position: 1, stream: 'payment-1', version: 1 };
      await signer.redact([{ ...redaction, data: { amount: 100, by: null } }]);
      expect(await check()).toMatchObject({ signed: 2, faults: [] });
      await signer.redact([{ ...redaction, data: { by: null } }]);
      expect(await check()).toMatchObject({ signed: 2, faults: [] });
      expect(await Array.fromAsync(log.store.readStream('payment-1'))).toMatchObject([{ data: { by: null } }]);
      await log.store.redact([{ ...redaction, data: { amount: 1 } }]);
      expect((await check()).faults).toEqual(['payment-1@1 at position 1 is not what its erasure made of it']);
      await log.store.redact([{ ...redaction, data: { by: null } }]);
      await log.forge(1, ({ meta, ...rest }) => ({ ...rest, meta: { ...meta, principal: 'user:666' } }));
      expect((await check()).faults).toEqual(['the commit at position 1 is not what was signed']);
      await log.entries.delete('log-redaction', 'payment-1@1');
      expect((await check()).faults).toEqual(['the commit at position 1 is not what was signed']);
    });

    it('let data be replaced in each event of a commit over several streams, and skip missing ones', async () => {
      const events = [takes('venue-1', 1, { a: 1 }), takes('payment-1', 1, { a: 2 }), takes('payment-1', 2, { a: 3 })];
      await append(newCommit(events));
      const signer = createSigner(options);
      const erased = { position: 1, data: { a: null } };
      for (const place of [
        { stream: 'payment-1', version: 2 },
        { stream: 'payment-1', version: 1 },
      ]) {
        await signer.redact([{ ...erased, ...place }]);
        expect((await check()).faults).toEqual([]);
        expect(await log.entries.get('log-redaction', `${place.stream}@${place.version}`)).toBeDefined();
      }
      const missing = { stream: 'payment-9', version: 1 };
      await signer.redact([
        { ...erased, ...missing },
        { ...erased, ...missing, position: 9 },
      ]);
      expect(await log.entries.get('log-redaction', 'payment-9@1')).toBeUndefined();
      const [commit] = await log.store.readLog(0);
      expect(commit?.events.map(({ data }) => data)).toEqual([{ a: 1 }, { a: null }, { a: null }]);
    });

    it('fit a log whose erasure was signed and then broken off, before its data was replaced', async () => {
      await append(pay(1));
      const redact = () => Promise.reject(new Error('broken off'));
      const signer = createSigner({ ...options, store: { ...log.store, redact } });
      const redaction = { position: 1, stream: 'payment-1', version: 1, data: {} };
      await expect(signer.redact([redaction])).rejects.toThrow('broken off');
      expect((await check()).faults).toEqual([]);
      await createSigner(options).redact([redaction]);
      expect((await check()).faults).toEqual([]);
    });

    it('reject an erasure that was assembled from others', async () => {
      await append(pay(1));
      const signer = createSigner(options);
      const place = { position: 1, stream: 'payment-1', version: 1 };
      const signed = async (data: object) => {
        await signer.redact([{ ...place, data }]);
        return (await log.entries.get<SignedRedaction>('log-redaction', 'payment-1@1'))!.body;
      };
      const [first, second] = [await signed({ amount: 100 }), await signed({})];
      await log.store.redact([{ ...place, data: { amount: 100 } }]);
      await log.entries.put('log-redaction', 'payment-1@1', { ...second, after: first.after });
      expect((await check()).faults).toEqual(['the commit at position 1 is not what was signed']);
    });

    it('are written by several processes at once, each place in the chain once', async () => {
      for (let id = 1; id <= 250; id++) await append(pay(id));
      const signers = [createSigner(options), createSigner(options), createSigner(options)];
      expect(await Promise.all(signers.map((signer) => signer.catchUp()))).toEqual([250, 250, 250]);
      expect(await check()).toMatchObject({ signed: 250, faults: [] });
    });

    it.each<[string, (entries: Entries, id: string) => Promise<unknown>]>([
      ['are gone', (entries, id) => entries.delete('log-signature', id)],
      ['are replaced', (entries, id) => entries.put('log-signature', id, { mac: 'another' })],
    ])('stop a signer whose own signatures %s', async (_, forge) => {
      await append(pay(1));
      const signer = createSigner(options);
      await signer.catchUp();
      await forge(log.entries, '0000000000000001');
      await expect(signer.catchUp()).rejects.toMatchObject({ code: 'log-contradicted' });
    });
  });
};
