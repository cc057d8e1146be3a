import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadCatalogues } from './loadCatalogues.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catalogues-'));
  mkdirSync(join(folder, 'messages'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (language: string, content: unknown): void =>
  writeFileSync(join(folder, 'messages', `${language}.json`), JSON.stringify(content));

describe('the catalogues beside their owner', () => {
  it('are read by language, without untranslated texts', () => {
    write('fr-ca', { Venue: 'Lieu', Search: '' });
    write('es-us', { Venue: 'Lugar', Search: 'Buscar' });
    expect(loadCatalogues(folder)).toEqual({
      'fr-ca': { Venue: 'Lieu' },
      'es-us': { Venue: 'Lugar', Search: 'Buscar' },
    });
  });

  it('are refused with file and text if a translation is not a text', () => {
    write('es-us', {});
    for (const odd of [{ Venue: { one: 'Lieu' } }, { Venue: null }, { Venue: 1 }]) {
      write('fr-ca', odd);
      expect(() => loadCatalogues(folder)).toThrow(/fr-ca\.json: the translation of "Venue" is no text/);
    }
  });

  it('are refused if a language has no file', () => {
    write('fr-ca', {});
    expect(() => loadCatalogues(folder)).toThrow('es-us.json');
  });
});
