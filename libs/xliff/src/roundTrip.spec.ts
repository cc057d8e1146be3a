import fc from 'fast-check';
import { XLIFF_VERSIONS, type XliffDocument } from './document.ts';
import { readXliff } from './read.ts';
import { isFinished, UNIT_STATES } from './states.ts';
import { fromUnitName, toUnitName } from './unitNames.ts';
import { writeXliff } from './write.ts';
import { xmlText } from './xmlText.ts';

/** Pieces that must return unchanged, between any other text. */
const pieces = fc.constantFrom(
  '<p>',
  '</p>',
  '<!-- block {"a":"]]>"} -->',
  ']]>',
  '&amp;',
  '&eacute;',
  '&',
  '<',
  '\r\n',
  '\n\n  ',
  '\t',
  ' ',
  '"\'',
  '[gallery ids="1,2"]',
  '%1$s',
  '漢字 😀 é',
  '\u0085\u2028',
);

const texts = fc
  .array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 12 })
  .map((parts) => xmlText(parts.join('')));

const notes = fc.array(fc.record({ category: texts, text: texts }), { maxLength: 2 });

const units = fc.uniqueArray(
  fc.record({ id: texts, source: texts, target: texts, state: fc.constantFrom(...UNIT_STATES), notes }),
  { selector: ({ id }) => id, minLength: 1, maxLength: 6 },
);

const documents: fc.Arbitrary<XliffDocument> = fc.record({
  original: texts,
  sourceLanguage: fc.constantFrom('en', 'en-CA'),
  targetLanguage: fc.constantFrom('fr-CA', 'es-US'),
  reference: texts,
  units,
});

const readBack = (text: string) => {
  const { version, ...read } = readXliff(Buffer.from(text));
  return { version, document: { ...read, units: read.units.map(({ line: _, ...unit }) => unit) } };
};

describe.each(XLIFF_VERSIONS)('XLIFF %s', (version) => {
  test('survives a round trip of any units', () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(readBack(writeXliff(version, document))).toEqual({ version, document });
      }),
      { numRuns: 400 },
    );
  });

  test('omits control characters and halves of surrogates', () => {
    const unit = {
      id: 'title',
      source: 'a\u0000b\u001bc\ud800d',
      target: 'e\ufffff',
      state: 'final',
      notes: [],
    } as const;
    const document = { original: 'x', sourceLanguage: 'en', targetLanguage: 'fr-CA', reference: '', units: [unit] };
    expect(readBack(writeXliff(version, document)).document.units).toEqual([{ ...unit, source: 'abcd', target: 'ef' }]);
  });
});

describe('units of a file', () => {
  test('have NMTOKENs as names, and no two ids have the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (id) => {
        expect(toUnitName(id)).toMatch(/^[A-Za-z0-9_.-]+$/);
        expect(fromUnitName(toUnitName(id))).toBe(id);
      }),
    );
    expect(toUnitName('field-_VenueCity-0')).toBe('field-_VenueCity-0');
    expect(toUnitName('a b/_x2f_')).toBe('a_x20_b_x2f__x5f_x2f_');
  });

  test('are finished with a text in every state but the first', () => {
    expect(UNIT_STATES.filter((state) => isFinished({ target: 'x', state }))).toEqual(UNIT_STATES.slice(1));
    for (const target of ['', ' \n']) expect(UNIT_STATES.filter((state) => isFinished({ target, state }))).toEqual([]);
  });
});
