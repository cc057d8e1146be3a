import { keyOf } from './entries.ts';
import { type PoPiece, piecesOf } from './poPieces.ts';

const HEADER = 'msgid ""\nmsgstr ""\n';

const plural = (id: number, forms: number): string =>
  [
    `#, fuzzy`,
    `msgid "one ${id}"`,
    `msgid_plural "many ${id}"`,
    ...Array.from({ length: forms }, (_, form) => `msgstr[${form}] "said"`),
    '',
  ].join('\n');

const piecesIn = (content: string): PoPiece[] => [...piecesOf(content)];
const faultOf = (content: string): number | undefined => piecesIn(content).at(-1)?.fault?.line;

describe('a PO file in pieces', () => {
  it('has the header’s number of plural forms, or any number without one', () => {
    const header = `${HEADER}"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n`;
    expect(faultOf(`${header}\n${plural(1, 2)}`)).toBeUndefined();
    expect(faultOf(`${header}\n${plural(1, 2)}\n${plural(2, 1)}`)).toBe(12);
    expect(faultOf(`${HEADER}\n${plural(1, 1)}`)).toBeUndefined();
    expect(faultOf(`${HEADER}\n${plural(1, 2)}\n${plural(2, 3)}`)).toBeUndefined();
    expect(faultOf(`${HEADER}\n${plural(1, 0)}`)).toBe(5);
  });

  const entries = Array.from({ length: 40_000 }, (_, id) => plural(id, 1));
  const large = `${HEADER}\n${entries.join('\n')}`;

  it('is complete in its pieces, each of them short and of whole entries, with comments before them', () => {
    const pieces = piecesIn(large);
    expect(pieces.map(({ text }) => text).join('')).toBe(large);
    expect(Math.max(...pieces.map(({ text }) => text.length))).toBeLessThan(33 * 1024);
    expect(pieces.slice(1).every(({ text }) => text.startsWith('#, fuzzy\nmsgid "one '))).toBe(true);
  });

  it('knows the lines of its entries, in their order', () => {
    const found = piecesIn(large).flatMap(({ lines }) => [...lines]);
    const expected = entries.map((_, id) => [keyOf({ context: '', msgid: `one ${id}` }), 5 + 5 * id]);
    expect(found.slice(1)).toEqual(expected);
    expect(
      piecesIn(large).map(({ line, text }) => large.split('\n', line).length === line && text !== ''),
    ).not.toContain(false);
  });

  it('has an entry twice, however far apart', () => {
    expect(faultOf(`${large}\n${plural(7, 1)}`)).toBe(5 + 5 * 40_000);
  });

  it('skips any number of obsolete entries', () => {
    const obsolete = '#, fuzzy\n#~ msgid "old"\n#~ msgstr "vieux"\n\n'.repeat(30_000);
    const pieces = piecesIn(`${HEADER}\nmsgid "a"\nmsgstr "b"\n\n${obsolete}msgid "c"\nmsgstr "d"\n`);
    expect(Math.max(...pieces.map(({ text }) => text.length))).toBeLessThan(33 * 1024);
    expect(pieces.flatMap(({ lines }) => [...lines.values()])).toEqual([1, 4, 4 + 3 + 4 * 30_000]);
    expect(pieces.at(-1)?.fault).toBeUndefined();
  });

  it.each([
    ['a line', `${HEADER}\nmsgid "${'x'.repeat(600_000)}"\nmsgstr "y"\n`, 4, 'the line is too long'],
    ['an entry', `${HEADER}\nmsgid ""\n${'"x"\n'.repeat(200_000)}msgstr "y"\n`, 4, 'an entry is too long'],
    ['comments', `${HEADER}\n${'# x\n'.repeat(200_000)}`, 1, 'an entry is too long'],
  ])('is refused if %s is too long to be read at once', (_, content, line, reason) => {
    expect(() => piecesIn(content)).toThrow(expect.objectContaining({ data: { line, reason } }));
  });
});
