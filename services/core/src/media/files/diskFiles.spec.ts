import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskFiles, type DiskFiles } from './diskFiles.ts';
import { mediaFilesContract } from './mediaFiles.contract.ts';

let root: string;
let files: DiskFiles;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'almanac-spec-'));
  files = createDiskFiles(root);
});
afterEach(() => rm(root, { recursive: true }));

mediaFilesContract('in a folder', () => ({ files, leftovers: () => readdir(files.incomplete) }));

describe('files in a folder', () => {
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
});
