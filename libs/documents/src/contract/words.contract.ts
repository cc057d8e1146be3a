import { europeanWords } from '@almanac/text/testing';
import fc from 'fast-check';
import type { Collection, Filter } from '../documents.ts';
import { MAX_SHORT_WORD_DOCUMENTS } from '../shortWords.ts';
import type { Make } from './make.ts';

const notes: Collection = { name: 'notes', projectionVersion: 1, texts: ['text'] };

/** Requires that texts are found by their words, in any spelling of case, accents and markup. */
export const wordsContract = (make: Make): void => {
  it('finds every text in Latin, Greek or Cyrillic letters by its own words', async () => {
    const { documents, dispose } = await make([notes]);
    let id = 0;
    const run = async (words: string[]) => {
      const text = words.join(' ');
      await documents.write([{ collection: notes, id: ++id, version: 1, body: { id, text } }]);
      const found = async (asked: { readonly words: readonly string[] } | { readonly exactly: string }) => {
        const inTexts: Filter = { texts: ['text'], ...asked };
        return documents.count(notes, { all: [{ field: 'id', equals: id }, inTexts] });
      };
      for (const word of [...words, text, text.toLowerCase(), text.normalize('NFD')])
        expect([word, await found({ words: [word] })]).toEqual([word, 1]);
      expect(await found({ words })).toBe(1);
      expect(await found({ exactly: text.normalize('NFC') })).toBe(1);
    };
    await fc.assert(fc.asyncProperty(fc.array(europeanWords, { minLength: 1, maxLength: 4 }), run), { numRuns: 300 });
    await dispose();
  });

  it.each([
    ['Straße am Fluß', ['STRASSE', 'fluss', 'straße', 'Fluß']],
    ['Fête de l’été', ["l'été", 'l’ete', 'FETE']],
    ['Entrée 5 € 1ª 2º Þingvellir', ['€', '5 €', '1a', '2º', 'thing', 'ÞING']],
    ['ΟΔΟΣΗΜΑ Ελλάς', ['οδός', 'ΕΛΛΑΣ', 'ελλασ']],
  ])('finds %j by %j', async (text, words) => {
    const { documents, dispose } = await make([notes]);
    await documents.write([{ collection: notes, id: 1, version: 1, body: { text } }]);
    for (const word of words)
      expect([word, await documents.count(notes, { texts: ['text'], words: [word] })]).toEqual([word, 1]);
    await dispose();
  });

  it('looks for words of one and two letters in the documents with the highest ids only', async () => {
    const { documents, dispose } = await make([notes]);
    const last = MAX_SHORT_WORD_DOCUMENTS + 1;
    const write = (id: number) => ({ collection: notes, id, version: 1, body: { id, text: 'x1 harbour' } });
    await documents.write(Array.from({ length: last }, (_, index) => write(last - index)));
    const count = (...words: string[]) => documents.count(notes, { texts: ['text'], words });
    expect([await count('harbour'), await count('x1 ', 'harbour'), await count('x1')]).toEqual([
      last,
      last - 1,
      last - 1,
    ]);
    const first: Filter = { field: 'id', equals: 1 };
    const without: Filter = { not: { texts: ['text'], words: ['x1'] } };
    expect([await documents.count(notes, without), await documents.count(notes, { all: [first, without] })]).toEqual([
      1, 1,
    ]);
    expect(await documents.count(notes, { texts: ['text'], words: ['x', 'r'], sameField: true })).toBe(last - 1);
    await dispose();
  });
};
