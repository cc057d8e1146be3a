import fc from 'fast-check';
import { type Container, type JsonPlace, JsonPlaces, type JsonRules, type MemberPlace } from './jsonPlaces.ts';
import { JsonRenamer } from './jsonRenamer.ts';

const upperCase = (text: string): string => text.toUpperCase();

const UPPER: JsonRules = { key: upperCase, valueAt: () => ({ rename: upperCase }) };

const note = (text: string, { member, parent, depth }: JsonPlace): string => `${text}@${parent}.${member}:${depth}`;

/** Adds its place to each string. */
const NOTING: JsonRules = { key: note, valueAt: (place) => ({ rename: (text) => note(text, place) }) };

const TOP: JsonPlace = { member: '', parent: '', depth: 0 };

/** Returns a value with the place of each of its strings. */
const noted = (value: unknown, place = TOP): unknown => {
  const { member: parent, depth } = place;
  if (typeof value === 'string') return note(value, place);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => noted(one, { member: parent, parent, depth: depth + 1 }));
  return Object.fromEntries(
    Object.entries(value).map(([member, one]) => {
      const inner = { member, parent, depth: depth + 1 };
      return [note(member, inner), noted(one, inner)];
    }),
  );
};

/** Renames one document. */
const renameWith = (places: JsonPlaces, pieces: readonly string[]): string => {
  const renamer = new JsonRenamer(places);
  return pieces.map((piece) => renamer.push(piece)).join('') + renamer.end();
};

const upper = (pieces: readonly string[]): string => renameWith(new JsonPlaces(UPPER), pieces);

const document = JSON.stringify({
  a: 'x',
  list: ['y', { b: 'z\\"{[,' }, ['w', 1, null]],
  'k"e\\y': { deep: ['"', '\\', '', { c: true }] },
  number: -1.5e3,
});

describe('a renamer of JSON', () => {
  it('leaves objects and lists of unchanged members as they are, in pieces too', () => {
    const text = '[{"own":{"a":"x","own":["y",{"b":{}}]},"c":"z"},{"own":"w"},{"d":{"own":[]},"e":"v"}]';
    for (const size of [1, 7, text.length]) {
      const places = new JsonPlaces({ ...UPPER, unchanged: new Set(['own']) });
      expect(renameWith(places, text.match(new RegExp(`.{1,${size}}`, 'g')) ?? [])).toBe(
        '[{"OWN":{"a":"x","own":["y",{"b":{}}]},"C":"Z"},{"OWN":"W"},{"D":{"OWN":[]},"E":"V"}]',
      );
    }
  });

  it('renames keys and values, and leaves all else as it is', () => {
    expect(upper(['{"a" : "x", "n":[1,true,null,"y"]}\n'])).toBe('{"A" : "X", "N":[1,true,null,"Y"]}\n');
  });

  it('renames a document the same way wherever it is cut', () => {
    const whole = upper([document]);
    for (let at = 0; at <= document.length; at++)
      expect(upper([document.slice(0, at), document.slice(at)])).toBe(whole);
    expect(upper([...document])).toBe(whole);
  });

  it('tells the place of each string', () => {
    expect(renameWith(new JsonPlaces(NOTING), ['{"a":[{"b":"c"},"d"],"e":{"f":["g"]},"h":"i"}'])).toBe(
      '{"a@.a:1":[{"b@a.b:3":"c@a.b:3"},"d@a.a:2"],"e@.e:1":{"f@e.f:2":["g@f.f:3"]},"h@.h:1":"i@.h:1"}',
    );
  });

  it('renames any document as its values, with the same places for all', () => {
    const places = new JsonPlaces(NOTING);
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(200), (value, at) => {
        const text = JSON.stringify(value);
        const expected = JSON.stringify(noted(JSON.parse(text)));
        expect(renameWith(places, [text.slice(0, at), text.slice(at)])).toBe(expected);
      }),
    );
  });

  it('renames members beyond those that it caches, long and deep ones', () => {
    const places = new JsonPlaces(UPPER);
    const members = Array.from({ length: 17_000 }, (_, nth) => `"k${nth}":{"v":"w"}`).join(',');
    const text = `{${members},"${'x'.repeat(200)}":"y","z":${'['.repeat(50)}"deep"${']'.repeat(50)},"end":"a"}`;
    for (let time = 0; time < 2; time++) expect(renameWith(places, [text])).toBe(text.toUpperCase());
  });

  it('caches a limited number of objects and lists, whatever is sent', () => {
    const places = new JsonPlaces(UPPER);
    const cachedIn = ({ start, members }: Container): number =>
      [start, ...(members?.values() ?? [])].reduce((sum, place) => sum + cachedAt(place), 0);
    const cachedAt = ({ object, list }: MemberPlace): number =>
      [object, list].reduce((sum, each) => sum + (each === undefined ? 0 : 1 + cachedIn(each)), 0);
    const lists = `${'['.repeat(90)}"deep"${']'.repeat(90)}`;
    const members = Array.from({ length: 500 }, (_, nth) => `"k${nth}":${lists}`).join(',');
    expect(renameWith(places, [`{${members}}`])).toBe(`{${members}}`.toUpperCase());
    expect(cachedIn(places.begin())).toBeGreaterThan(1_000);
    expect(cachedIn(places.begin())).toBeLessThan(17_000);
  });

  it('caches nothing below a member that it does not cache', () => {
    const places = new JsonPlaces(UPPER);
    const text = `{"${'x'.repeat(200)}":{"a":{},"b":[{"c":"d"}]}}`;
    expect(renameWith(places, [text])).toBe(text.toUpperCase());
    const { object } = places.begin().start;
    expect([...(object?.members?.keys() ?? [])]).toEqual([]);
  });

  it('leaves what is deeper than any record', () => {
    const [open, close] = ['{"a":'.repeat(100_000), '}'.repeat(100_000)];
    const renamed = upper([`{"b":${open}"c"${close},"d":"e"}`]);
    expect(renamed.startsWith('{"B":{"A":')).toBe(true);
    expect(renamed.endsWith(`{"a":"c"${close},"D":"E"}`)).toBe(true);
  });

  it('looks only at values with a mark where its rule requires one', () => {
    const seen: string[] = [];
    const rename = (text: string): string => {
      seen.push(text);
      return text.toUpperCase();
    };
    const places = new JsonPlaces({
      key: (name) => name,
      marks: ['!', 'no'],
      valueAt: ({ member }) => ({ rename, isMarked: member === 'm' }),
    });
    const text = '{"m":["a","b!","!","c","no"],"n":"d","no":"e","m":"f!","m":"g"}';
    expect(renameWith(places, [text])).toBe('{"m":["a","B!","!","c","NO"],"n":"D","no":"E","m":"F!","m":"g"}');
    expect(seen).toEqual(['b!', '!', 'no', 'd', 'e', 'f!']);
  });

  it('passes a document that is cut off', () => {
    expect(upper(['{"a":"bc'])).toBe('{"A":"bc');
    expect(upper(['{"a":"b\\'])).toBe('{"A":"b\\');
  });

  it('reads a callback around a document', () => {
    expect(upper(['/**/run({"a":"b"})'])).toBe('/**/run({"A":"B"})');
  });

  it('leaves values that stay as they are, wherever the document is cut', () => {
    const valueAt: JsonRules['valueAt'] = ({ member }) => (member === 'file' ? undefined : { rename: upperCase });
    const places = new JsonPlaces({ ...UPPER, valueAt });
    const text = '{"file":"a\\"b\\\\","c":["d",{"file":["e\\\\\\"","f"]}],"g":"h"}';
    for (let at = 0; at <= text.length; at++) {
      expect(renameWith(places, [text.slice(0, at), ...text.slice(at)])).toBe(
        '{"FILE":"a\\"b\\\\","C":["D",{"FILE":["e\\\\\\"","f"]}],"G":"H"}',
      );
    }
  });

  it('keeps nothing of a value that stays as it is', () => {
    const renamer = new JsonRenamer(new JsonPlaces({ key: (name) => name, valueAt: () => undefined }));
    const pieces = ['{"file":"', 'x\\', '"y', '"}'];
    expect(pieces.map((piece) => renamer.push(piece))).toEqual(pieces);
  });

  it('keeps one string at a time, however long', () => {
    const long = 'x'.repeat(100_000);
    const short = { rename: () => 'short' };
    const renamer = new JsonRenamer(new JsonPlaces({ key: (name) => name, valueAt: () => short }));
    let out = renamer.push('{"a":"');
    for (let n = 0; n < 50; n++) out += renamer.push(long);
    expect(out + renamer.push('"}')).toBe('{"a":"short"}');
  });
});
