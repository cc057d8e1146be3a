import { given } from '@almanac/event-sourcing/testing';
import { listedLanguages, translationGroup } from './translationGroup.ts';

const added = (language: string, id: number, source: string | null, shown = true) =>
  ({ type: 'TranslationAdded', data: { language, id, source, public: shown } }) as const;

describe('a translation group', () => {
  it('knows its versions', () => {
    given(translationGroup, [
      added('en', 1, null),
      added('fr-ca', 2, 'en', false),
      { type: 'TranslationVisibilityChanged', data: { language: 'fr-ca', public: true } },
    ]).thenState({
      members: { en: { id: 1, source: null, public: true }, 'fr-ca': { id: 2, source: 'en', public: true } },
    });
  });

  it('has one version for each language, the original among them', () => {
    const en = added('en', 1, null);
    given(translationGroup, [en])
      .when({ type: 'Add', language: 'fr-ca', id: 2, source: 'en', public: false }, undefined)
      .then([added('fr-ca', 2, 'en', false)]);
    given(translationGroup, [en])
      .when({ type: 'Add', language: 'en', id: 2, source: 'en', public: true }, undefined)
      .thenThrows('i18n_group_conflict', 409);
  });

  it('announces once that a version became public, and only its own versions', () => {
    const change = { type: 'ChangeVisibility', language: 'fr-ca', public: true } as const;
    const hidden = [added('en', 1, null), added('fr-ca', 2, 'en', false)];
    const shown = { type: 'TranslationVisibilityChanged', data: { language: 'fr-ca', public: true } } as const;
    given(translationGroup, hidden).when(change, undefined).then([shown]);
    given(translationGroup, [...hidden, shown])
      .when(change, undefined)
      .then([]);
    given(translationGroup, [added('en', 1, null)])
      .when(change, undefined)
      .then([]);
  });

  it('loses a version that it has', () => {
    const both = [added('en', 1, null), added('fr-ca', 2, 'en')];
    given(translationGroup, both)
      .when({ type: 'Remove', language: 'fr-ca' }, undefined)
      .then([{ type: 'TranslationRemoved', data: { language: 'fr-ca', id: 2 } }]);
    given(translationGroup, both.slice(0, 1)).when({ type: 'Remove', language: 'fr-ca' }, undefined).then([]);
  });

  it('makes the oldest version the original when the original is deleted', () => {
    given(translationGroup, [
      added('en', 1, null),
      added('fr-ca', 3, 'en'),
      added('es-us', 2, 'fr-ca'),
      { type: 'TranslationRemoved', data: { language: 'en', id: 1 } },
    ]).thenState({
      members: { 'es-us': { id: 2, source: null, public: true }, 'fr-ca': { id: 3, source: 'es-us', public: true } },
    });
  });

  it('lists the default language’s version if no public translation exists', () => {
    const site = { defaultLanguage: 'en', languages: ['en', 'en-ca', 'fr-ca', 'es-us'] };
    const members = { en: member(1, true), 'fr-ca': member(2, true), 'es-us': member(3, false) };
    expect(listedLanguages('en', members, site)).toEqual(['en', 'en-ca', 'es-us']);
    expect(listedLanguages('fr-ca', members, site)).toEqual(['fr-ca']);
  });
});

const member = (id: number, shown: boolean) => ({ id, source: null, public: shown });
