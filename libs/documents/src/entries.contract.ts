import type { Limits } from './contract/make.ts';
import type { Entries } from './entries.ts';

interface MadeEntries {
  readonly entries: Entries;
  dispose(): Promise<void>;
}

/** Opens entries on an empty store, with the clock by which they expire (milliseconds since the epoch). */
export type MakeEntries = (now: () => number) => Promise<MadeEntries>;

interface EntriesUnderTest extends MadeEntries {
  readonly clock: { now: number };
}

/** Requirements for every store of entries; each adapter's spec runs it with its own `make`. */
export const entriesContract = (
  name: string,
  make: MakeEntries,
  { utf16Order = false, lasting = false }: Limits = {},
): void => {
  describe(`the entries of ${name}`, () => {
    const opened = async (): Promise<EntriesUnderTest> => {
      const clock = { now: 1_000 };
      return { clock, ...(await make(() => clock.now)) };
    };

    it('are inserted once', async () => {
      const { entries, dispose } = await opened();
      expect(await entries.get('lease', 'a')).toBeUndefined();
      expect(await entries.insert('lease', 'a', { by: 'one' })).toBe(true);
      expect(await entries.insert('lease', 'a', { by: 'two' })).toBe(false);
      expect(await entries.insert('mark', 'a', { by: 'three' })).toBe(true);
      expect(await entries.insert('mark', 'b', { by: 'four' }, { flushed: false })).toBe(true);
      expect(await entries.insert('mark', 'b', { by: 'five' }, { flushed: false })).toBe(false);
      expect(await entries.put('mark', 'b', { by: 'six' }, { flushed: false, ifRevision: 2 })).toBe(false);
      expect(await entries.put('mark', 'b', { by: 'six' }, { flushed: false, ifRevision: 1 })).toBe(true);
      expect(await entries.get('lease', 'a')).toEqual({ id: 'a', revision: 1, body: { by: 'one' } });
      await dispose();
    });

    it('are inserted by one of many', async () => {
      const { entries, dispose } = await opened();
      const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((by) => entries.insert('block', 'x', { by })));
      expect(answers.filter(Boolean)).toHaveLength(1);
      expect((await entries.get<{ by: number }>('block', 'x'))?.body.by).toBe(answers.indexOf(true) + 1);
      await dispose();
    });

    it('are replaced, and their writes are counted', async () => {
      const { entries, dispose } = await opened();
      for (const body of [1, 'two', null]) expect(await entries.put('mark', 'a', body)).toBe(true);
      expect(await entries.get('mark', 'a')).toEqual({ id: 'a', revision: 3, body: null });
      await dispose();
    });

    it('are replaced only over the named revision', async () => {
      const { entries, dispose } = await opened();
      const put = (body: number, ifRevision: number) => entries.put('mark', 'a', body, { ifRevision });
      expect(await put(1, 1)).toBe(false);
      expect(await put(2, 0)).toBe(true);
      expect(await put(3, 0)).toBe(false);
      expect(await put(4, 2)).toBe(false);
      expect(await put(5, 1)).toBe(true);
      expect(await put(6, 1)).toBe(false);
      expect(await entries.get('mark', 'a')).toEqual({ id: 'a', revision: 2, body: 5 });
      await dispose();
    });

    it('are replaced by one of many that name a revision', async () => {
      const { entries, dispose } = await opened();
      await entries.insert('mark', 'a', 0);
      const answers = await Promise.all([1, 2, 3, 4].map((body) => entries.put('mark', 'a', body, { ifRevision: 1 })));
      expect(answers.filter(Boolean)).toHaveLength(1);
      expect((await entries.get('mark', 'a'))?.revision).toBe(2);
      await dispose();
    });

    it('are deleted, on request only at a revision, and start again afterwards', async () => {
      const { entries, dispose } = await opened();
      expect(await entries.delete('mark', 'a')).toBe(false);
      await entries.put('mark', 'a', 1);
      await entries.put('mark', 'a', 2);
      expect(await entries.delete('mark', 'a', { ifRevision: 1 })).toBe(false);
      expect(await entries.delete('mark', 'a', { ifRevision: 2 })).toBe(true);
      expect(await entries.get('mark', 'a')).toBeUndefined();
      expect(await entries.insert('mark', 'a', 3)).toBe(true);
      expect((await entries.get('mark', 'a'))?.revision).toBe(1);
      await dispose();
    });

    it('are inserted together, and existing ones stay unchanged', async () => {
      const { entries, dispose } = await opened();
      await entries.put('thing', 'b', 'old');
      await entries.insertAll('thing', [
        { id: 'a', body: 1 },
        { id: 'b', body: 2 },
        { id: 'c', body: 3 },
      ]);
      await entries.insertAll('thing', []);
      expect(await entries.list('thing')).toEqual([
        { id: 'a', revision: 1, body: 1 },
        { id: 'b', revision: 1, body: 'old' },
        { id: 'c', revision: 1, body: 3 },
      ]);
      await dispose();
    });

    it('are put together as if each were alone', async () => {
      const { entries, dispose } = await opened();
      for (const id of ['a', 'b', 'c']) await entries.put('thing', id, 'old');
      const done = await entries.putAll('thing', [
        { id: 'a', body: 1, ifRevision: 1 },
        { id: 'b', body: 2, ifRevision: 0 },
        { id: 'c', body: 3 },
        { id: 'd', body: 4, ifRevision: 0, expiresAt: Number.MAX_SAFE_INTEGER },
        { id: 'e', body: 5, ifRevision: 1 },
      ]);
      expect([done, await entries.putAll('thing', [])]).toEqual([[true, false, true, true, false], []]);
      expect((await entries.list('thing')).map(({ body }) => body)).toEqual([1, 'old', 3, 4]);
      await dispose();
    });

    it('are deleted together, and no other kind', async () => {
      const { entries, dispose } = await opened();
      for (const id of ['a', 'b', 'c']) await entries.put('thing', id, 1);
      await entries.put('other', 'a', 1);
      await entries.deleteAll('thing', ['c', 'a', 'nowhere']);
      await entries.deleteAll('thing', []);
      expect((await entries.list('thing')).map(({ id }) => id)).toEqual(['b']);
      expect(await entries.get('other', 'a')).toBeDefined();
      await dispose();
    });

    it('are listed by prefix, in id order, a page at a time, both ways', async () => {
      const { entries, dispose } = await opened();
      for (const id of ['b/2', 'a', 'b/10', 'b', 'b/1', 'c', 'b/%', 'B/1', 'b/é', 'b/𝒳'])
        await entries.insert('thing', id, {});
      await entries.insert('other', 'b/3', {});
      const ids = async (options: object) => (await entries.list('thing', options)).map(({ id }) => id);
      expect(await ids({ prefix: 'b/' })).toEqual(['b/%', 'b/1', 'b/10', 'b/2', 'b/é', 'b/𝒳']);
      expect(await ids({ prefix: 'b/', limit: 2 })).toEqual(['b/%', 'b/1']);
      expect(await ids({ prefix: 'b/', limit: 2, after: 'b/1' })).toEqual(['b/10', 'b/2']);
      expect(await ids({ prefix: 'b/', limit: 2, reverse: true })).toEqual(['b/𝒳', 'b/é']);
      expect(await ids({ prefix: 'b/', limit: 9, reverse: true, after: 'b/2' })).toEqual(['b/10', 'b/1', 'b/%']);
      expect(await ids({ after: 'b/é' })).toEqual(['b/𝒳', 'c']);
      expect(await ids({ prefix: 'b/', after: 'z' })).toEqual([]);
      expect((await ids({})).length).toBe(10);
      await dispose();
    });

    if (!lasting) describeExpiry(opened);

    const byCodePoint = utf16Order ? it.skip : it;
    byCodePoint(
      `lists in the order of code points${utf16Order ? ', skipped: texts are compared by UTF-16 units here' : ''}`,
      async () => {
        const { entries, dispose } = await opened();
        for (const id of ['b/𝒳', 'b/\uffee', 'b/é']) await entries.insert('thing', id, {});
        expect((await entries.list('thing', { prefix: 'b/' })).map(({ id }) => id)).toEqual(['b/é', 'b/\uffee', 'b/𝒳']);
        await dispose();
      },
    );
  });
};

const describeExpiry = (opened: () => Promise<EntriesUnderTest>): void => {
  it('are hidden from their expiry on', async () => {
    const { entries, clock, dispose } = await opened();
    await entries.insert('session', 'a', 1, { expiresAt: 2_000 });
    clock.now = 1_999;
    expect(await entries.get('session', 'a')).toEqual({ id: 'a', revision: 1, body: 1, expiresAt: 2_000 });
    expect(await entries.insert('session', 'a', 2)).toBe(false);
    clock.now = 2_000;
    expect(await entries.get('session', 'a')).toBeUndefined();
    expect(await entries.list('session')).toEqual([]);
    expect(await entries.delete('session', 'a')).toBe(false);
    expect(await entries.put('session', 'a', 3, { ifRevision: 1 })).toBe(false);
    await dispose();
  });

  it.each(['insert', 'put', 'put over 0'])('are replaced after their expiry by %s', async (how) => {
    const { entries, clock, dispose } = await opened();
    await entries.put('session', 'a', 1, { expiresAt: 2_000 });
    await entries.put('session', 'a', 1, { expiresAt: 2_000 });
    clock.now = 3_000;
    const insert = () => entries.insert('session', 'a', 2);
    const put = () => entries.put('session', 'a', 2, how === 'put' ? {} : { ifRevision: 0 });
    expect(await (how === 'insert' ? insert() : put())).toBe(true);
    expect(await entries.get('session', 'a')).toEqual({ id: 'a', revision: 1, body: 2 });
    await dispose();
  });

  it('are replaced after their expiry when many are inserted', async () => {
    const { entries, clock, dispose } = await opened();
    await entries.put('session', 'a', 1, { expiresAt: 2_000 });
    clock.now = 3_000;
    await entries.insertAll('session', [{ id: 'a', body: 2 }]);
    expect(await entries.get('session', 'a')).toEqual({ id: 'a', revision: 1, body: 2 });
    await dispose();
  });

  it('have their expiry changed with them', async () => {
    const { entries, clock, dispose } = await opened();
    await entries.put('session', 'a', 1, { expiresAt: 2_000 });
    await entries.put('session', 'a', 1, { expiresAt: 9_000 });
    await entries.put('session', 'b', 1, { expiresAt: 2_000 });
    await entries.put('session', 'b', 1, { ifRevision: 1 });
    clock.now = 5_000;
    expect((await entries.list('session')).map(({ id }) => id)).toEqual(['a', 'b']);
    clock.now = 9_000;
    expect((await entries.list('session')).map(({ id }) => id)).toEqual(['b']);
    await dispose();
  });

  it('are deleted some time after their expiry, and no others', async () => {
    const { entries, clock, dispose } = await opened();
    // far ahead of any true clock, so that the server's own clean-up does not delete them
    const [before, after] = [9e12, 9e12 + 3_600_000];
    clock.now = before;
    for (let n = 0; n < 50; n++) await entries.insert('session', `gone ${n}`, n, { expiresAt: before + n + 1 });
    await entries.insert('session', 'just gone', 0, { expiresAt: after });
    await entries.insert('session', 'lasting', 0, { expiresAt: after + 1 });
    await entries.insert('session', 'for ever', 0);
    clock.now = after;
    await entries.put('other', 'x', 0);
    // entries that are still stored reappear if the clock is set back
    clock.now = before;
    expect((await entries.list('session')).map(({ id }) => id)).toEqual(['for ever', 'lasting']);
    await dispose();
  });
};
