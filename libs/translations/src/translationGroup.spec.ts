import { given } from '@almanac/domain/testing';
import { listedLanguages, translationGroup } from './translationGroup.ts';

const added = (language: string, id: number, source: string | null, shown = true) =>
  ({ type: 'TranslationAdded', data: { language, id, source, public: shown } }) as const;

describe('a translation group', () => {
  it('knows its versions', () => {
    given(translationGroup, [
      added('en', 1, null),
      added('fr-ca', 2, 'en', false),
      { type: 'TranslationShown', data: { language: 'fr-ca', public: true } },
    ]).thenState({
      members: { en: { id: 1, source: null, public: true }, 'fr-ca': { id: 2, source: 'en', public: true } },
    });
  });

  it('makes the oldest version the original when that goes', () => {
    given(translationGroup, [
      added('en', 1, null),
      added('fr-ca', 3, 'en'),
      added('es-us', 2, 'fr-ca'),
      { type: 'TranslationRemoved', data: { language: 'en', id: 1 } },
    ]).thenState({
      members: { 'es-us': { id: 2, source: null, public: true }, 'fr-ca': { id: 3, source: 'es-us', public: true } },
    });
  });

  it('lists the default language’s version where no public translation stands', () => {
    const site = { defaultLanguage: 'en', languages: ['en', 'en-ca', 'fr-ca', 'es-us'] };
    const members = { en: member(1, true), 'fr-ca': member(2, true), 'es-us': member(3, false) };
    expect(listedLanguages('en', members, site)).toEqual(['en', 'en-ca', 'es-us']);
    expect(listedLanguages('fr-ca', members, site)).toEqual(['fr-ca']);
  });
});

const member = (id: number, shown: boolean) => ({ id, source: null, public: shown });
