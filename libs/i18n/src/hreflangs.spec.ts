import { hreflangs } from './hreflangs.ts';

const shown = (...present: Parameters<typeof hreflangs>[0]) =>
  hreflangs(present).map(({ hreflang, language }) => `${hreflang}=${language}`);

describe('the hreflang of versions', () => {
  it('names each language, and regions for the whole language if no other version serves it', () => {
    expect(shown('en')).toEqual(['en=en']);
    expect(shown('fr-ca', 'en')).toEqual(['en=en', 'fr-CA=fr-ca', 'fr=fr-ca']);
    expect(shown('en-ca', 'es-us')).toEqual(['en-CA=en-ca', 'es-US=es-us', 'en=en-ca', 'es=es-us']);
    expect(shown('en', 'en-ca')).toEqual(['en=en', 'en-CA=en-ca']);
  });
});
