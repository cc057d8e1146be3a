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
    write('fr', { Venue: 'Lieu', Search: '' });
    write('pt-BR', { Venue: 'Lugar', Search: 'Buscar' });
    expect(loadCatalogues(folder)).toEqual({ fr: { Venue: 'Lieu' }, 'pt-br': { Venue: 'Lugar', Search: 'Buscar' } });
  });

  it('are read once, at the first use of their language', () => {
    write('fr', { Venue: 'Lieu' });
    const catalogues = loadCatalogues(folder);
    write('fr', { Venue: 'Endroit' });
    write('es', { Venue: 'Lugar' });
    expect([Object.keys(catalogues), catalogues.fr]).toEqual([['fr'], { Venue: 'Endroit' }]);
    write('fr', { Venue: 'Site' });
    expect(catalogues.fr).toEqual({ Venue: 'Endroit' });
  });

  it('may have plural forms', () => {
    const forms = { one: '{count} wydarzenie', few: '{count} wydarzenia', other: '{count} wydarzeń' };
    write('pl', { '{count} events': forms });
    expect(loadCatalogues(folder)).toEqual({ pl: { '{count} events': forms } });
  });

  it('are refused with file and text if a translation is neither a text nor plural forms', () => {
    const oddForms = [{ one: 'Lieu' }, { other: '' }, { other: 'Lieux', dual: 'Lieux' }, { other: 1 }, []];
    for (const odd of [...oddForms, null, 1].map((Venue) => ({ Venue }))) {
      write('fr', odd);
      expect(() => loadCatalogues(folder).fr).toThrow(/fr\.json: the translation of "Venue" must be a string/);
    }
  });

  it.each([[[]], [null], ['Lieu']])('are refused with their file if the content is %j', (content) => {
    write('fr', content);
    expect(() => loadCatalogues(folder).fr).toThrow(/fr\.json: must be an object/);
  });

  it('are refused with their file if it is no JSON', () => {
    writeFileSync(join(folder, 'messages', 'fr.json'), '{"Venue": ');
    expect(() => loadCatalogues(folder).fr).toThrow(/fr\.json: cannot be read as JSON/);
  });

  it('are refused with their file if its name is no language tag', () => {
    write('pt_BR', {});
    expect(() => loadCatalogues(folder)).toThrow(/pt_BR\.json: the name must be a language tag/);
  });

  it('are refused if their folder is missing', () => {
    expect(() => loadCatalogues(join(folder, 'elsewhere'))).toThrow('elsewhere');
  });
});
