import {
  canonicalTag,
  DEFAULT_TAGS,
  defaultLanguage,
  isLanguage,
  languageCodes,
  languageRecord,
  matchLanguage,
  sharedLocale,
  useLanguages,
} from './languages.ts';

const use = (...tags: string[]) => useLanguages({ tags, defaultLanguage: tags[0]?.toLowerCase() ?? '', overrides: {} });

afterEach(() => use(...DEFAULT_TAGS));

describe('the languages of a site', () => {
  it('are four by default, in their recorded forms', () => {
    expect(defaultLanguage()).toBe('en');
    const forms = languageCodes().map((code) => Object.values(languageRecord(code)).join(' | '));
    expect(forms).toEqual([
      'en | en_US | en | English | English | ltr',
      'en-ca | en_CA | en-CA | English (Canada) | English (Canada) | ltr',
      'fr-ca | fr_CA | fr-CA | French (Canada) | Français (Canada) | ltr',
      'es-us | es_US | es-US | Spanish (United States) | Español (Estados Unidos) | ltr',
    ]);
  });

  it.each(['EN', 'fr', 'en_CA', '', undefined, ['en'], 'toString'])('exclude %p', (code) => {
    expect(isLanguage(code)).toBe(false);
  });

  it('are those of the last choice, with forms that follow from their tags', () => {
    use('de', 'ar', 'pt-BR', 'zh-Hant');
    expect([...languageCodes(), defaultLanguage()]).toEqual(['de', 'ar', 'pt-br', 'zh-hant', 'de']);
    expect(isLanguage('en')).toBe(false);
    expect(languageRecord('ar')).toEqual({
      code: 'ar',
      locale: 'ar_EG',
      tag: 'ar',
      englishName: 'Arabic',
      nativeName: 'العربية',
      direction: 'rtl',
    });
    expect(languageRecord('zh-hant')).toMatchObject({ locale: 'zh_TW', tag: 'zh-Hant' });
  });

  it('have the forms of the site where it overrides them', () => {
    const overrides = { de: { nativeName: 'Hochdeutsch', locale: 'de_AT' } };
    useLanguages({ tags: ['de'], defaultLanguage: 'de', overrides });
    expect(languageRecord('de')).toMatchObject({ nativeName: 'Hochdeutsch', locale: 'de_AT', englishName: 'German' });
  });

  it('load names of languages only for records whose names are read', () => {
    const loaded = jest.spyOn(Intl.DisplayNames.prototype, 'of');
    use('de', 'pl');
    const { tag, locale, direction } = languageRecord('pl');
    expect([tag, locale, direction, loaded.mock.calls.length]).toEqual(['pl', 'pl_PL', 'ltr', 0]);
    const { englishName, nativeName } = languageRecord('pl');
    expect([englishName, nativeName, loaded.mock.calls.length]).toEqual(['Polish', 'Polski', 2]);
    loaded.mockRestore();
  });

  it('are the same list until the choice changes', () => {
    use('de', 'ar');
    const codes = languageCodes();
    use('de', 'ar');
    expect(languageCodes()).toBe(codes);
    use('de');
    expect(languageCodes()).not.toBe(codes);
  });

  it('keep the forms of a language that is switched off', () => {
    use('de');
    expect(languageRecord('fr-ca')).toMatchObject({ tag: 'fr-CA', nativeName: 'Français (Canada)' });
  });

  it('name the script in the locale if it is not the usual one', () => {
    expect(['sr', 'sr-latn', 'zh-hant-hk', 'es-419'].map((code) => languageRecord(code).locale)).toEqual([
      'sr_RS',
      'sr_Latn_RS',
      'zh_HK',
      'es_419',
    ]);
  });
});

describe('two languages of a choice', () => {
  const shared = (tags: string[], overrides = {}) =>
    sharedLocale({ tags, defaultLanguage: '', overrides })?.map(({ tag }) => tag);

  it.each([
    [
      ['de', 'ar', 'de-DE'],
      ['de', 'de-DE'],
    ],
    [
      ['en', 'en-US'],
      ['en', 'en-US'],
    ],
    [
      ['zh-Hant', 'zh-TW'],
      ['zh-Hant', 'zh-TW'],
    ],
    [[...DEFAULT_TAGS], undefined],
  ])('share a locale among %j: %j', (tags, expected) => {
    expect(shared(tags)).toEqual(expected);
  });

  it('share none if the site gives one of them another', () => {
    expect(shared(['de', 'de-DE'], { 'de-de': { locale: 'de' } })).toBeUndefined();
  });
});

describe('a language tag', () => {
  it.each([
    ['PT-br', 'pt-BR'],
    ['zh-hANT', 'zh-Hant'],
    ['iw', 'he'],
    ['ca-valencia', 'ca-valencia'],
  ])('%s is written %s', (sent, expected) => {
    expect(canonicalTag(sent)).toBe(expected);
  });

  it.each(['', 'event', 'pt_BR', 'de-u-co-phonebk', 'en-x-own', 'x-own', 'german', '../en'])(
    'is no tag of a site if it is %j',
    (sent) => {
      expect(canonicalTag(sent)).toBeUndefined();
    },
  );
});

describe('a language from elsewhere', () => {
  it('matches the same tag in any spelling', () => {
    expect(['fr-CA', 'fr_ca', 'EN'].map((tag) => matchLanguage(tag))).toEqual(['fr-ca', 'fr-ca', 'en']);
  });

  it('matches the only language of the site with the same main language', () => {
    expect(['fr', 'fr-FR', 'es-MX'].map((tag) => matchLanguage(tag))).toEqual(['fr-ca', 'fr-ca', 'es-us']);
  });

  it('matches its main language where the site has that itself', () => {
    expect(matchLanguage('en-GB')).toBe('en');
    expect(matchLanguage('zh-Hant-TW', ['zh-hans', 'zh-hant'])).toBe('zh-hant');
  });

  it('matches without extensions of a tag, and without the character set and modifier of a locale', () => {
    const tags = ['fr-CA-x-mtfrom-en', 'fr-u-nu-latn', 'fr_CA.UTF-8', 'es@modern', 'fr_FR.utf8@euro'];
    expect(tags.map((tag) => matchLanguage(tag))).toEqual(['fr-ca', 'fr-ca', 'fr-ca', 'es-us', 'fr-ca']);
    expect(['x-fr', '@fr', '.UTF-8'].map((tag) => matchLanguage(tag))).toEqual([undefined, undefined, undefined]);
  });

  it('matches none if several have its main language, if none has it, or if it is no tag', () => {
    expect(matchLanguage('en', ['en-gb', 'en-us'])).toBeUndefined();
    expect(['de', 'english', ''].map((tag) => matchLanguage(tag))).toEqual([undefined, undefined, undefined]);
  });
});
