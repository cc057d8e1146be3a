import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nearestAmong, readEnglishTexts, readSiteCatalogues } from './siteCatalogues.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'messages-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, content: unknown): string => {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(content));
  return file;
};

const english = ['Venue', 'Events', 'Page {page}'];

describe('the catalogues of an operator', () => {
  it('are read by language, whatever their number', () => {
    write('de.json', { Venue: 'Ort' });
    write('pt-BR.json', { Venue: 'Local', Events: '' });
    expect(readSiteCatalogues(folder, english)).toEqual({
      catalogues: { de: { Venue: 'Ort' }, 'pt-br': { Venue: 'Local' } },
      remarks: [],
    });
  });

  it('are combined if two files are of one language', () => {
    write('pt-BR.json', { Venue: 'Local' });
    write('pt-br.json', { Events: 'Eventos' });
    expect(readSiteCatalogues(folder, english).catalogues).toEqual({ 'pt-br': { Venue: 'Local', Events: 'Eventos' } });
  });

  it('are read with remarks on unknown texts and on other placeholders', () => {
    const file = write('de.json', { Venu: 'Ort', 'Page {page}': 'Seite {seite}', Events: 'Termine' });
    expect(readSiteCatalogues(folder, english).remarks).toEqual([
      { file, text: 'Venu', problem: 'unknown text' },
      { file, text: 'Page {page}', problem: 'other placeholders' },
    ]);
  });

  it('can override the texts of every part of the project', () => {
    expect(readEnglishTexts()).toEqual(
      expect.arrayContaining([
        'Runs several write requests in one call.',
        'Skip to content',
        'Lists popups, newest first.',
      ]),
    );
  });
});

describe('the nearest text', () => {
  const nearest = nearestAmong(['Lists events.', 'Lists venues.', 'Venue']);

  it.each([
    ['Venue', 'Venu'],
    ['Lists venues.', 'List venues'],
    ['Lists events.', 'LISTS EVENTS.'],
  ])('is “%s” for “%s”', (expected, text) => {
    expect(nearest(text)).toBe(expected);
  });

  it('is undefined if no text is similar', () => {
    expect([nearest('Organizer'), nearest('')]).toEqual([undefined, undefined]);
  });
});
