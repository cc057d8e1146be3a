import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createDiskFiles, type DiskFiles } from './diskFiles.ts';
import { isFilePath } from './mediaFiles.ts';

let root: string;
let files: DiskFiles;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'almanac-spec-'));
  files = createDiskFiles(root);
});
afterEach(() => rm(root, { recursive: true }));

const stored = async (path: string): Promise<string | undefined> => {
  const file = await files.open(path);
  return file && text(file.read());
};

describe('stored files', () => {
  it('are returned as stored, whole or in part', async () => {
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
    const puts = ['a', 'b', 'c'].map((content) => files.put('2026/05/a.txt', Buffer.from(content)));
    const outcomes = await Promise.allSettled(puts);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect(refusals).toEqual(['file-taken', 'file-taken']);
    expect(await readdir(files.incomplete)).toEqual([]);
  });

  it('are stored wholly or not at all', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw Object.assign(new Error('broken'), { code: 'broken' });
      })(),
    );
    await expect(files.put('2026/05/a.txt', broken)).rejects.toMatchObject({ code: 'broken' });
    expect([await files.exists('2026/05/a.txt'), await readdir(files.incomplete)]).toEqual([false, []]);
  });

  it('are gone when deleted, also twice', async () => {
    await files.put('2026/05/a.txt', Buffer.from('content'));
    await files.delete('2026/05/a.txt');
    await files.delete('2026/05/a.txt');
    expect([await files.exists('2026/05/a.txt'), await stored('2026/05/a.txt')]).toEqual([false, undefined]);
  });

  it('are distinguished from other directory entries', async () => {
    await files.put('2026/05/a.txt', Buffer.from('content'));
    expect(await files.open(`2026/05/${'x'.repeat(255)}`)).toBeUndefined();
    expect(await files.open('2026/07/none.txt')).toBeUndefined();
  });

  it('are cleared of leftovers of an interrupted write, once these are old', async () => {
    await writeFile(join(files.incomplete, 'old'), '');
    await utimes(join(files.incomplete, 'old'), 1, 1);
    await writeFile(join(files.incomplete, 'new'), '');
    await files.tidy(Date.now() - 60_000);
    expect(await readdir(files.incomplete)).toEqual(['new']);
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
    expect(isFilePath(path)).toBe(false);
    for (const use of [files.open, files.delete, files.exists])
      await expect((async () => use(path))()).rejects.toThrow('no path');
    await expect(files.put(path, Buffer.from('x'))).rejects.toThrow('no path');
  });
});
