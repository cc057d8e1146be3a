import { siteLanguageOf } from './exportLanguages.ts';

describe('a language of another system', () => {
  it.each([
    ['fr', 'fr-ca'],
    ['en_US', 'en'],
    ['en-CA', 'en-ca'],
    ['de', undefined],
  ])('matches by its tag, else by its main language: %s', (foreign, language) => {
    expect(siteLanguageOf(foreign, ['en', 'en-ca', 'fr-ca', 'es-us'])).toBe(language);
  });
});
