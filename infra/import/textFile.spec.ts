import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UnreadableFileError } from '@almanac/text/lines';
import { readContent } from './textFile.ts';

const MIB = 1024 * 1024;

describe('a file that is read as a whole', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-text-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'job.xlf');

  it('is its content', () => {
    writeFileSync(file, '<xliff/>');
    expect(readContent(file, 8).toString()).toBe('<xliff/>');
  });

  it('is refused unread if it is too long', () => {
    truncateSync(file, 50 * MIB);
    const before = process.memoryUsage().arrayBuffers;
    expect(() => readContent(file, 5 * MIB)).toThrow(UnreadableFileError);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(MIB);
    expect(() => readContent(file, 5 * MIB)).toThrow(/job\.xlf is longer than 5 MiB, which is not read\.$/);
  });
});
