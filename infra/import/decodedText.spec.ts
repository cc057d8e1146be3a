import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDecoded, openDecodedText } from './decodedText.ts';

const folder = mkdtempSync(join(tmpdir(), 'almanac-decoded-'));
afterAll(() => rmSync(folder, { recursive: true }));

const decoded = async (bytes: Buffer): Promise<[string, string | undefined]> => {
  const path = join(folder, 'calendar.ics');
  writeFileSync(path, bytes);
  const { source, note } = openDecoded(path);
  let text = '';
  for await (const piece of source()) text += piece;
  return [text, note()];
};

const TEXT = 'BEGIN:VCALENDAR\r\nSUMMARY:Fête\r\n';

describe('A calendar file', () => {
  it('is read as UTF-8 without a note', async () => {
    expect(await decoded(Buffer.from(TEXT))).toEqual([TEXT, undefined]);
  });

  it.each([
    ['with a byte order mark', '\uFEFF'],
    ['without one', ''],
  ])('is read as UTF-16 %s', async (_what, mark) => {
    const little = Buffer.from(mark + TEXT, 'utf16le');
    for (const bytes of [little, Buffer.from(little).swap16()]) {
      const [text, note] = await decoded(bytes);
      expect([text, note]).toEqual([TEXT, expect.stringMatching(/^the file is in UTF-16[BL]E$/)]);
    }
  });

  it('is read as Windows-1252 in the lines that are not UTF-8', async () => {
    const mixed = Buffer.concat([Buffer.from('A:é\n'), Buffer.from('B:\xe9\x80\nC:d\n', 'latin1')]);
    expect(await decoded(mixed)).toEqual([
      'A:é\nB:é€\nC:d\n',
      '1 lines are not UTF-8, the first is line 2; they were read as Windows-1252',
    ]);
  });

  it('keeps a character that a fold divides', async () => {
    const bytes = Buffer.from('A:caf\xc3\r\n \xa9\r\nB:\xf0\x9f\n \x8e\x89\n', 'latin1');
    expect(await decoded(bytes)).toEqual(['A:café\r\n \r\nB:🎉\n \n', undefined]);
  });

  it('is the same text wherever its pieces end', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `X-${index}:é${'ü'.repeat(index % 50)}`);
    const text = lines.join('\r\n ');
    const [whole, note] = await decoded(Buffer.from(text));
    expect([whole === text, note]).toEqual([true, undefined]);
  });
});

describe('Another text file', () => {
  it.each([5, 6, 7])(
    'is the same text if it is one long line, wherever a piece cuts a character: %i',
    async (bytes) => {
      const text = `${'a'.repeat(bytes)}${'€😀é'.repeat(600_000)}`;
      const path = join(folder, 'export.xml');
      writeFileSync(path, text);
      const { source, note } = openDecodedText(path);
      let read = '';
      for await (const piece of source()) read += piece;
      expect([read === text, note()]).toEqual([true, undefined]);
    },
  );
});
