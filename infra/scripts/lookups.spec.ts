import { unsafeLookups } from './lookups.mjs';

const table = (type: string) => `const FIELDS: ${type} = {\n  id: 'id',\n};\n`;
const TABLE = table('Readonly<Record<string, string>>');

describe('a look-up in a constant table', () => {
  it.each(['FIELDS[name]', 'FIELDS[request.args.orderby] ?? 1', 'FIELDS?.[name]', 'name in FIELDS', '(FIELDS[name])'])(
    'is found if any name can be looked up: %s',
    (use) => {
      for (const type of ['Readonly<Record<string, string>>', 'Record<string, readonly string[]>'])
        expect(unsafeLookups(`${table(type)}\nuse(${use});\n`)).toEqual([{ line: 5, name: 'FIELDS' }]);
    },
  );

  it.each(['FIELDS[name as keyof typeof FIELDS]', 'FIELDS?.[of(name) as keyof typeof FIELDS] ?? 1'])(
    'is found if a cast tells the compiler that its name is a key: %s',
    (use) => {
      const source = `const FIELDS = {\n  id: 'id',\n} as const;\nuse(${use});\n`;
      expect(unsafeLookups(source)).toEqual([{ line: 4, name: 'FIELDS' }]);
      expect(unsafeLookups(`${source}Object.hasOwn(FIELDS, name);`)).toEqual([]);
    },
  );

  it.each([
    ['is preceded by a question', `${TABLE}Object.hasOwn(FIELDS, name) ? FIELDS[name] : 1`],
    ['is by a name that the code writes', `${TABLE}FIELDS['id'] + FIELDS.id + FIELDS[0]`],
    ['is of another object with the same names', 'const FIELDS = { id: 1 };\nargs[name as keyof typeof FIELDS]'],
    ['is in a Map', 'const FIELDS: ReadonlyMap<string, string> = new Map();\nFIELDS.get(name)'],
    ['has few names, which the compiler checks', `${table("Record<'id', string>")}FIELDS[name]`],
    ['is in another table', `${TABLE}OTHER_FIELDS[name] + other.FIELDS[name]`],
    ['is in an object that is made there', 'const made: Record<string, string> = {};\nmade[name] = 1;'],
  ])('is right if it %s', (_why, source) => {
    expect(unsafeLookups(source)).toEqual([]);
  });
});
