import { changedTexts, fieldUnit, textMember, unitHash, unitsOf } from './units.ts';

interface Hall {
  readonly name: string;
  readonly text: string;
  readonly city: string;
  readonly website: string | null;
  readonly seats: number;
}

const trim = (text: string) => text.trim();

const fields = [
  textMember<Hall>('title', 'name', trim),
  textMember<Hall>('body', 'text', trim),
  textMember<Hall>(fieldUnit('_City'), 'city', trim),
  textMember<Hall>(fieldUnit('_URL'), 'website', trim),
];
const hall: Hall = { name: 'Harbour', text: '<p>Sea.</p>', city: 'Kingston', website: null, seats: 7 };

describe('the units of a record', () => {
  it('are its stored texts, in the order of its kind', () => {
    expect(unitsOf(fields, hall)).toEqual([
      { id: 'title', text: 'Harbour' },
      { id: 'body', text: '<p>Sea.</p>' },
      { id: 'field-_City-0', text: 'Kingston' },
    ]);
  });

  it.each(['', ' ', '15', '$ 1,000.50', '—', '…'])('leave out the untranslatable %j', (city) => {
    expect(unitsOf(fields, { ...hall, city }).map(({ id }) => id)).toEqual(['title', 'body']);
  });

  it.each(['é', '港', 'Ж', '٣ ب'])('include %j, whatever the script', (city) => {
    expect(unitsOf(fields, { ...hall, city })).toHaveLength(3);
  });
});

describe('the letters of markup', () => {
  it.each([
    '<p>456</p>',
    '<strong class="date">1.</strong>',
    '5&nbsp;&euro;',
    '<!-- wp:spacer -->',
    '<style>p { color: red }</style>',
    '<i>1</i> '.repeat(2_000),
  ])('make no unit of %j', (text) => {
    expect(unitsOf(fields, { ...hall, name: text, text, city: text })).toEqual([]);
    expect(changedTexts(fields, { version: 3, data: { name: text } }).texts?.units).toEqual({ title: null });
  });

  it.each(['5 &lt; six', '&Eacute;', '&#1046;', '<b>A</b>', '1 < b', `${'<i>1</i> '.repeat(2_000)}A`])(
    'are not those of %j',
    (name) => {
      expect(unitsOf(fields, { ...hall, name })).toContainEqual({ id: 'title', text: name });
    },
  );

  it('are looked for in the first 65,536 characters: a longer text without one there is a unit', () => {
    const text = '<i>1</i> '.repeat(65_536 / 9);
    expect(unitsOf(fields, { text })).toEqual([]);
    expect(unitsOf(fields, { text: text + text })).toEqual([{ id: 'body', text: text + text }]);
  });

  it('are read in the descriptions of pictures of a body, not of a title', () => {
    const picture = '<img src="/1.png" alt="The pier">';
    expect(unitsOf(fields, { name: picture, text: picture })).toEqual([{ id: 'body', text: picture }]);
    expect(unitsOf(fields, { text: '<img src="/pier.png" alt="">' })).toEqual([]);
  });
});

describe('the published facts of a change of texts', () => {
  it('contain the hash of each text, null for one that is not a unit, and no other texts', () => {
    expect(changedTexts(fields, { version: 3, data: { city: 'Quay', website: null, seats: 8 } })).toEqual({
      texts: { version: 3, units: { 'field-_City-0': unitHash('Quay'), 'field-_URL-0': null } },
    });
    expect(changedTexts(fields, { version: 4, data: { seats: 8 } })).toEqual({});
  });

  it('ignore how letters are composed, and nothing else', () => {
    expect(unitHash('Caf\u00e9')).toBe(unitHash('Cafe\u0301'));
    expect(unitHash('Cafe')).not.toBe(unitHash('Caf\u00e9'));
    expect(unitHash('Cafe ')).not.toBe(unitHash('Cafe'));
  });
});
