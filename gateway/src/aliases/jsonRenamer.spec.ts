import { type JsonPlace, JsonRenamer } from './jsonRenamer.ts';

const upper = (pieces: readonly string[], isNamed: (place: JsonPlace) => boolean = () => true): string => {
  const change = (text: string, place: JsonPlace): string => (isNamed(place) ? text.toUpperCase() : text);
  const renamer = new JsonRenamer({ key: change, value: change });
  return pieces.map((piece) => renamer.push(piece)).join('') + renamer.end();
};

const document = JSON.stringify({
  a: 'x',
  list: ['y', { b: 'z\\"{[,' }, ['w', 1, null]],
  'k"e\\y': { deep: ['"', '\\', '', { c: true }] },
  number: -1.5e3,
});

describe('a renamer of JSON', () => {
  it('leaves objects and lists of unchanged members as they are, in pieces too', () => {
    const change = (text: string): string => text.toUpperCase();
    const text = '[{"own":{"a":"x","own":["y",{"b":{}}]},"c":"z"},{"own":"w"},{"d":{"own":[]},"e":"v"}]';
    for (const size of [1, 7, text.length]) {
      const renamer = new JsonRenamer({ key: change, value: change, unchanged: new Set(['own']) });
      const pieces = text.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
      expect(pieces.map((piece) => renamer.push(piece)).join('') + renamer.end()).toBe(
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
    const places: string[] = [];
    const note = (text: string, { member, parent, depth }: JsonPlace): string => {
      places.push(`${text}@${parent}.${member}:${depth}`);
      return text;
    };
    new JsonRenamer({ key: note, value: note }).push('{"a":[{"b":"c"},"d"],"e":{"f":["g"]},"h":"i"}');
    expect(places).toEqual([
      'a@.a:1',
      'b@a.b:3',
      'c@a.b:3',
      'd@a.a:2',
      'e@.e:1',
      'f@e.f:2',
      'g@f.f:3',
      'h@.h:1',
      'i@.h:1',
    ]);
  });

  it('passes a document that is cut off', () => {
    expect(upper(['{"a":"bc'])).toBe('{"A":"bc');
    expect(upper(['{"a":"b\\'])).toBe('{"A":"b\\');
  });

  it('reads a callback around a document', () => {
    expect(upper(['/**/run({"a":"b"})'])).toBe('/**/run({"A":"B"})');
  });

  it('leaves values that stay as they are, wherever the document is cut', () => {
    const change = (text: string): string => text.toUpperCase();
    const isUnchangedValue = ({ member }: JsonPlace): boolean => member === 'file';
    const text = '{"file":"a\\"b\\\\","c":["d",{"file":["e\\\\\\"","f"]}],"g":"h"}';
    for (let at = 0; at <= text.length; at++) {
      const renamer = new JsonRenamer({ key: change, value: change, isUnchangedValue });
      const pieces = [text.slice(0, at), ...text.slice(at)];
      expect(pieces.map((piece) => renamer.push(piece)).join('') + renamer.end()).toBe(
        '{"FILE":"a\\"b\\\\","C":["D",{"FILE":["e\\\\\\"","f"]}],"G":"H"}',
      );
    }
  });

  it('keeps nothing of a value that stays as it is', () => {
    const renamer = new JsonRenamer({ key: (name) => name, value: () => 'short', isUnchangedValue: () => true });
    const pieces = ['{"file":"', 'x\\', '"y', '"}'];
    expect(pieces.map((piece) => renamer.push(piece))).toEqual(pieces);
  });

  it('keeps one string at a time, however long', () => {
    const long = 'x'.repeat(100_000);
    const renamer = new JsonRenamer({ key: (name) => name, value: () => 'short' });
    let out = renamer.push('{"a":"');
    for (let n = 0; n < 50; n++) out += renamer.push(long);
    expect(out + renamer.push('"}')).toBe('{"a":"short"}');
  });
});
