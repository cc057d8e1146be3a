import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { placeFor } from './goingOn.ts';
import { Place, type PlaceOf, placeFileOf } from './place.ts';

const what: PlaceOf = { content: 'digest', root: 'http://localhost/en/json', options: [undefined, '2031-01-01'] };
const never = (reason: string): void => {
  throw new Error(reason);
};

describe('the position of an import', () => {
  let folder = '';
  let file = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-place-'));
    file = join(folder, 'a.import');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const open = (of = what): Place => Place.open(file, of, never);

  it('is kept with the site’s answers until the end', () => {
    const first = open();
    first.expect(3);
    first.acknowledge('0', { id: 7, mark: 'a' });
    first.acknowledge('__proto__');
    const second = open();
    expect([second.earlier, second.begun, second.keyOf('2')]).toEqual([
      { done: 2, total: 3 },
      first.begun,
      first.keyOf('2'),
    ]);
    expect([second.has('0'), second.has('__proto__'), second.has('constructor'), second.has('2')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([second.idOf('0'), second.idOf('__proto__'), second.recent]).toEqual([7, undefined, [{ id: 7, mark: 'a' }]]);
    second.end();
    expect([existsSync(file), open().earlier.done]).toEqual([false, 0]);
  });

  it.each<[string, Partial<PlaceOf>]>([
    ['content', { content: 'another' }],
    ['site', { root: 'http://localhost/fr-ca/json' }],
    ['window', { options: ['2031-01-01', undefined] }],
  ])('is reset by another %s', (_what, other) => {
    open().acknowledge('0');
    const anew = open({ ...what, ...other });
    expect(anew.earlier.done).toBe(0);
    anew.acknowledge('5');
    expect(open().earlier.done).toBe(0);
  });

  it('never counts an unacknowledged entry, wherever the run ended', () => {
    open().expect(20);
    for (let count = 0; count < 20; count++) open().acknowledge(`t${count}`, { id: count, mark: `m${count}` });
    const whole = readFileSync(file);
    fc.assert(
      fc.property(fc.nat(whole.length), (length) => {
        writeFileSync(file, whole);
        truncateSync(file, length);
        const before = open().earlier.done;
        open().acknowledge('next');
        const place = open();
        expect(place.earlier.done).toBe(before + 1);
        const kept = whole.subarray(0, length).toString().split('\n').slice(1, -1).length;
        expect([0, kept - 1, kept]).toContain(before);
        for (let count = 0; count < 20; count++) expect(place.has(`t${count}`)).toBe(count < before);
      }),
    );
  });

  it('is reported once if it cannot be stored, and the import goes on', () => {
    const said: string[] = [];
    const place = Place.open(join(folder, 'nowhere', 'a.import'), what, (reason) => said.push(reason));
    place.acknowledge('0');
    place.acknowledge('1');
    place.end();
    expect(said).toEqual([expect.stringContaining('ENOENT')]);
  });

  describe('for a command', () => {
    let calendar = '';
    let progress = '';
    let isThere = true;
    let fromStart = false;
    beforeEach(() => {
      [isThere, fromStart] = [true, false];
      calendar = join(folder, 'a.ics');
      progress = calendar;
      writeFileSync(calendar, 'BEGIN:VCALENDAR');
    });

    const found = async () => {
      const said: string[] = [];
      const going = { root: what.root, options: [], fromStart, isThere: async () => isThere };
      const place = await placeFor({ path: calendar, name: progress }, going, (text) => said.push(text));
      return { place, said: said.join('\n'), done: place.earlier.done };
    };
    const interrupted = async (): Promise<void> => {
      const { place } = await found();
      place.expect(9);
      place.acknowledge('0', { id: 1, mark: 'a' });
      place.acknowledge('1', { id: 2, mark: 'b' });
    };

    it('shows where the command goes on', async () => {
      await interrupted();
      expect(await found()).toMatchObject({ done: 2, said: expect.stringMatching(/^Goes on after 2 of 9 /) });
    });

    it.each<[string, () => void, string]>([
      ['the file has changed', () => writeFileSync(calendar, 'BEGIN:VCALENDAR\r\n'), ''],
      ['it is told so', () => (fromStart = true), ''],
      ['the site has nothing of it', () => (isThere = false), 'The site has nothing any more'],
    ])('is reset if %s', async (_where, change, said) => {
      await interrupted();
      change();
      expect(await found()).toMatchObject({ done: 0, said: expect.stringContaining(said) });
      [isThere, fromStart] = [true, false];
      expect((await found()).done).toBe(0);
    });

    it('continues for a file that was fetched to another path', async () => {
      progress = join(folder, 'example.org-1');
      await interrupted();
      calendar = join(folder, 'b.ics');
      writeFileSync(calendar, 'BEGIN:VCALENDAR');
      const { place, done } = await found();
      expect(done).toBe(2);
      place.end();
      expect(existsSync(placeFileOf(progress, what.root))).toBe(false);
    });

    it('is stored beside the file, under another name for each site', async () => {
      await interrupted();
      const names = [what.root, 'http://localhost/es-us/json'].map((root) => placeFileOf(calendar, root));
      expect(names.map((name) => existsSync(name))).toEqual([true, false]);
    });
  });
});
