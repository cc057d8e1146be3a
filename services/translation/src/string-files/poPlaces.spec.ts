import { placesOf } from './poPlaces.ts';

const HEADER = 'msgid ""\nmsgstr ""\n';

const plural = (id: number, forms: number): string =>
  [
    `msgid "one ${id}"`,
    `msgid_plural "many ${id}"`,
    ...Array.from({ length: forms }, (_, form) => `msgstr[${form}] "said"`),
    '',
  ].join('\n');

describe('the places of entries in a PO file', () => {
  it('have as many forms of a plural as the header says, one without that', () => {
    const header = `${HEADER}"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n`;
    expect(placesOf(`${header}\n${plural(1, 2)}`).faulty).toBe(0);
    expect(placesOf(`${header}\n${plural(1, 2)}\n${plural(2, 1)}`).faulty).toBe(10);
    expect(placesOf(`${HEADER}\n${plural(1, 1)}`).faulty).toBe(0);
    expect(placesOf(`${HEADER}\n${plural(1, 2)}`).faulty).toBe(4);
  });

  it('are found in a large file without reading its header again for each', () => {
    const entries = Array.from({ length: 40_000 }, (_, id) => plural(id, 1));
    const began = performance.now();
    const { order, faulty } = placesOf(`${HEADER}\n${entries.join('\n')}`);
    expect([order.size, faulty]).toEqual([40_001, 0]);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
