import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { isFilePath, type MediaFiles } from './mediaFiles.ts';

/** Files under test; `leftovers` returns the names of incomplete files. */
export interface FilesUnderTest {
  readonly files: MediaFiles;
  leftovers(): Promise<readonly string[]>;
}

/** Behaviour that every storage of media files has. @param current returns the storage of the running test */
export const mediaFilesContract = (name: string, current: () => FilesUnderTest): void => {
  const stored = async (path: string): Promise<string | undefined> => {
    const file = await current().files.open(path);
    return file && text(file.read());
  };

  describe(`stored files ${name}`, () => {
    it('are returned as stored, whole or in part', async () => {
      const { files } = current();
      await files.put('2026/05/a.txt', Buffer.from('content'));
      await files.put('2026/06/a.txt', Readable.from([Buffer.from('con'), Buffer.from('tent')]));
      for (const path of ['2026/05/a.txt', '2026/06/a.txt']) {
        const file = await files.open(path);
        expect([file?.size, await text(file?.read() ?? Readable.from([]))]).toEqual([7, 'content']);
        expect(await text(file?.read({ start: 1, end: 2 }) ?? Readable.from([]))).toBe('on');
        expect(Math.abs((file?.storedAt ?? 0) - Date.now())).toBeLessThan(60_000);
      }
    });

    it('are never overwritten: of several writers of a path one stores its file', async () => {
      const { files, leftovers } = current();
      const puts = ['a', 'b', 'c'].map((content) => files.put('2026/05/a.txt', Buffer.from(content)));
      const outcomes = await Promise.allSettled(puts);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
      const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
      expect(refusals).toEqual(['file-taken', 'file-taken']);
      expect(await leftovers()).toEqual([]);
    });

    it('are stored wholly or not at all', async () => {
      const { files, leftovers } = current();
      const broken = Readable.from(
        (async function* () {
          yield Buffer.from('half');
          throw Object.assign(new Error('broken'), { code: 'broken' });
        })(),
      );
      await expect(files.put('2026/05/a.txt', broken)).rejects.toMatchObject({ code: 'broken' });
      expect([await files.exists('2026/05/a.txt'), await leftovers()]).toEqual([false, []]);
    });

    it('are gone when deleted, also twice', async () => {
      const { files } = current();
      await files.put('2026/05/a.txt', Buffer.from('content'));
      await files.delete('2026/05/a.txt');
      await files.delete('2026/05/a.txt');
      expect([await files.exists('2026/05/a.txt'), await stored('2026/05/a.txt')]).toEqual([false, undefined]);
    });

    it('have names in every script', async () => {
      await current().files.put('2026/05/Fête d’été +1 100%.txt', Buffer.from('content'));
      expect(await stored('2026/05/Fête d’été +1 100%.txt')).toBe('content');
    });

    it.each([
      '../../../etc/passwd',
      '2026/05/../../x',
      '2026/05/..',
      '2026/05/.incomplete',
      '2026/05/a/b',
      '2026/05/a\\b',
      '2026/05/a\0b',
      '/2026/05/a',
      '.incomplete/05/a',
      '2026/05/',
      '2026/5/a',
      '',
    ])('may not have a path like %j', async (path) => {
      const { files } = current();
      expect(isFilePath(path)).toBe(false);
      for (const use of [files.open, files.delete, files.exists])
        await expect((async () => use(path))()).rejects.toThrow('no path');
      await expect(files.put(path, Buffer.from('x'))).rejects.toThrow('no path');
    });
  });
};
