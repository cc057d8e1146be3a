import { languageCodes } from './languages.ts';
import { catalogueFaults, createTexts, overrideCatalogues } from './texts.ts';

const own = {
  fr: { 'Page {page} of {pages}': 'Page {page} sur {pages}', Venue: 'Lieu' },
  es: { 'Page {page} of {pages}': 'Página {page} de {pages}', Venue: 'Lugar' },
};
const shared = { fr: { Venue: 'Salle', Search: 'Recherche' } };

describe('the texts of catalogues', () => {
  const texts = createTexts(own, shared);

  it('are given in the requested language, with placeholders filled', () => {
    const params = { page: 2, pages: 3 };
    expect(languageCodes().map((language) => texts.text('Page {page} of {pages}', language, params))).toEqual([
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

  it('come from the exact language, else its main language, else English, each by itself', () => {
    const regional = createTexts(own, { 'fr-ca': { Venue: 'Endroit' }, en: { Search: 'Find' } });
    const shown = (language: string) =>
      ['Venue', 'Page {page} of {pages}', 'Search', 'Day'].map((each) => regional.text(each, language));
    expect(shown('fr-ca')).toEqual(['Endroit', 'Page {page} sur {pages}', 'Find', 'Day']);
    expect(shown('fr-be')).toEqual(['Lieu', 'Page {page} sur {pages}', 'Find', 'Day']);
    expect(shown('ja')).toEqual(['Venue', 'Page {page} of {pages}', 'Find', 'Day']);
  });

  describe('that the operator overrides', () => {
    afterEach(() => overrideCatalogues({}));

    it('win over all others of their language, also in texts created before', () => {
      overrideCatalogues({ fr: { Venue: 'Salle' }, 'fr-ca': { Search: 'Chercher' }, ja: { Venue: '会場' } });
      expect(['fr', 'fr-ca', 'ja'].map((language) => texts.text('Venue', language))).toEqual([
        'Salle',
        'Salle',
        '会場',
      ]);
      expect(['fr', 'fr-ca'].map((language) => texts.text('Search', language))).toEqual(['Recherche', 'Chercher']);
    });
  });

  it('come from the first catalogue, and others only add to it', () => {
    expect([texts.text('Venue', 'fr-ca'), texts.text('Search', 'fr-ca')]).toEqual(['Lieu', 'Recherche']);
  });

  it('leave a value alone that looks like a placeholder, and a placeholder without a value', () => {
    expect(texts.text('{a} and {b}', 'en', { a: '{b}' })).toBe('{b} and {b}');
  });

  describe('with a number', () => {
    const events = '{count} events';
    const arabic = {
      zero: 'لا فعاليات',
      one: 'فعالية واحدة',
      two: 'فعاليتان',
      few: '{count} فعاليات',
      many: '{count} فعالية',
      other: '{count} فعالية إجمالاً',
    };
    const polish = { one: '{count} wydarzenie', few: '{count} wydarzenia', other: '{count} wydarzeń' };
    const counting = createTexts({
      ar: { [events]: arabic },
      pl: { [events]: polish },
      fr: { [events]: '{count} fêtes' },
    });

    it('have the form of the number in the language, else the form for other numbers', () => {
      const shown = (language: string, counts: readonly number[]) =>
        counts.map((count) => counting.text(events, language, { count }));
      expect(shown('ar-eg', [0, 1, 2, 3, 11, 100])).toEqual([
        arabic.zero,
        arabic.one,
        arabic.two,
        '3 فعاليات',
        '11 فعالية',
        '100 فعالية إجمالاً',
      ]);
      expect(shown('pl', [1, 2, 5, 22])).toEqual(['1 wydarzenie', '2 wydarzenia', '5 wydarzeń', '22 wydarzenia']);
      expect(shown('fr', [0, 1, 2])).toEqual(['0 fêtes', '1 fêtes', '2 fêtes']);
    });

    it('are chosen by the number, not by the text that is shown for it', () => {
      expect(counting.text(events, 'pl', { count: '1\u00a0002' }, 1_002)).toBe('1\u00a0002 wydarzenia');
      expect(counting.text(events, 'pl')).toBe('{count} wydarzeń');
    });

    it('may lack the number, except in the form for other numbers', () => {
      const german = { de: { [events]: { one: 'eine Veranstaltung', other: '{count} Veranstaltungen' } } };
      const spanish = { es: { [events]: { one: '{numero} evento', other: 'eventos' } } };
      const french = { fr: { [events]: { one: '{count} fête', other: 'fêtes' } } };
      expect(catalogueFaults([events], german, spanish, french)).toEqual([
        `es: marks differ: ${events}`,
        `fr: marks differ: ${events}`,
      ]);
    });
  });

  it('are checked in every language of the project, and faults are listed', () => {
    const german = { de: { Venue: 'Ort', Search: 'Suche' } };
    expect(catalogueFaults(['Venue', 'Search', 'Venue'], own, shared, german)).toEqual(['es: missing: Search']);
    const careless = {
      de: { 'By {name}': '{name}' },
      fr: { 'By {name}': 'Par {nom}' },
      es: { 'By {name}': 'De {name}' },
    };
    expect(catalogueFaults(['By {name}'], careless)).toEqual(['fr: marks differ: By {name}']);
    const regional = { 'fr-ca': { Search: '{q}' } };
    expect(catalogueFaults(['Venue', 'Search'], own, shared, german, regional)).toEqual([
      'es: missing: Search',
      'fr-ca: marks differ: Search',
    ]);
  });
});
