import { isLanguage, languageCodes, languages } from './languages.ts';
import { catalogueFaults, createTexts } from './texts.ts';

const own = {
  'fr-ca': { 'Page {page} of {pages}': 'Page {page} sur {pages}', Venue: 'Lieu' },
  'es-us': { 'Page {page} of {pages}': 'Página {page} de {pages}', Venue: 'Lugar' },
};
const shared = { 'fr-ca': { Venue: 'Salle', Search: 'Recherche' }, 'es-us': {} };

describe('the texts of catalogues', () => {
  const texts = createTexts(own, shared);

  it('are given in the requested language, with placeholders filled', () => {
    const params = { page: 2, pages: 3 };
    expect(languageCodes.map((language) => texts.text('Page {page} of {pages}', language, params))).toEqual([
      'Page 2 of 3',
      'Page 2 of 3',
      'Page 2 sur 3',
      'Página 2 de 3',
    ]);
  });

  it('are English if no translation exists', () => {
    expect(texts.text('Search', 'es-us')).toBe('Search');
    expect(texts.text('toString', 'fr-ca')).toBe('toString');
  });

  it('come from the first catalogue, and others only add to it', () => {
    expect([texts.text('Venue', 'fr-ca'), texts.text('Search', 'fr-ca')]).toEqual(['Lieu', 'Recherche']);
  });

  it('leave a value alone that looks like a placeholder, and a placeholder without a value', () => {
    expect(texts.text('{a} and {b}', 'en', { a: '{b}' })).toBe('{b} and {b}');
  });

  it('are checked, and faults are listed', () => {
    expect(catalogueFaults(['Venue', 'Search', 'Venue'], own, shared)).toEqual(['es-us: missing: Search']);
    const careless = { 'fr-ca': { 'By {name}': 'Par {nom}' }, 'es-us': { 'By {name}': 'De {name}' } };
    expect(catalogueFaults(['By {name}'], careless)).toEqual(['fr-ca: marks differ: By {name}']);
  });
});

describe('languages', () => {
  it('are four, each under its own code', () => {
    expect(Object.values(languages).map((language) => language.code)).toEqual([...languageCodes]);
  });

  it.each(['EN', 'fr', 'en_CA', '', undefined, ['en']])('exclude %p', (code) => {
    expect(isLanguage(code)).toBe(false);
  });
});
