import { DEFAULT_TAGS, overrideCatalogues, useLanguages } from '@almanac/i18n';
import { html } from './html.ts';
import { amountText, listOf, numberText } from './numberText.ts';
import { renderContextFor } from './testing.ts';

describe('numbers on pages', () => {
  it.each([
    ['en', '12,345.5'],
    ['fr-ca', '12\u00a0345,5'],
    ['de', '12.345,5'],
    ['ar-eg', '١٢٬٣٤٥٫٥'],
  ])('are written as in %s', (language, shown) => {
    expect(numberText(12_345.5, { language })).toBe(shown);
  });

  it('are written so in texts', () => {
    expect(renderContextFor('en').text('{count} events', { count: 1200 })).toBe('1,200 events');
    expect(renderContextFor('fr-ca').text('{count} events', { count: 1200 })).toContain('1\u00a0200');
  });
});

describe('texts with a number on pages', () => {
  beforeEach(() => {
    useLanguages({ tags: [...DEFAULT_TAGS, 'pl'], defaultLanguage: 'en', overrides: {} });
    overrideCatalogues({ pl: { '{count} events': { few: '{count} wydarzenia', other: '{count} wydarzeń' } } });
  });
  afterEach(() => {
    useLanguages({ tags: DEFAULT_TAGS, defaultLanguage: 'en', overrides: {} });
    overrideCatalogues({});
  });

  it('have the plural form of the number, however it is written', () => {
    const { text } = renderContextFor('pl');
    const shown = [5, 12_002, 12_005].map((count) => text('{count} events', { count }));
    expect(shown).toEqual(['5 wydarzeń', '12\u00a0002 wydarzenia', '12\u00a0005 wydarzeń']);
  });
});

describe('amounts on pages', () => {
  it.each([
    ['en', '1200.50', 'USD', '$1,200.50'],
    ['fr-ca', '20', 'CAD', '20\u00a0$'],
    ['de', '1200.5', 'EUR', '1.200,5\u00a0$'],
    ['ar', '20', 'USD', '\u200f20\u00a0$'],
    ['en', '-5', 'none', '-$5'],
    ['en', `0.${'1'.repeat(200)}`, 'USD', '$0.111111'],
  ])('are written as in %s, with their own sign: %s', (language, decimal, currency, shown) => {
    expect(amountText({ decimal, sign: '$', currency }, { language })).toBe(shown);
  });
});

describe('lists on pages', () => {
  it.each([
    ['en', 'A, <b>B</b>, C'],
    ['de', 'A, <b>B</b> und C'],
    ['ar', 'A و<b>B</b> وC'],
    ['ja', 'A、<b>B</b>、C'],
  ])('are separated as in %s', (language, shown) => {
    expect(listOf(['A', html`<b>B</b>`, 'C'], { language }).text).toBe(shown);
    expect(listOf([], { language }).text).toBe('');
  });
});

describe('values in texts of pages', () => {
  it('are isolated if their letters run in the other direction', () => {
    const { text } = renderContextFor('en');
    expect(text('Search: {words}', { words: 'حفلة' })).toBe('Search: \u2068حفلة\u2069');
    expect(text('Search: {words}', { words: 'Fête 2031' })).toBe('Search: Fête 2031');
  });

  it('are isolated in a text without translation, which is in English on a page from right to left', () => {
    useLanguages({ tags: [...DEFAULT_TAGS, 'ar'], defaultLanguage: 'en', overrides: {} });
    try {
      const { text } = renderContextFor('ar');
      expect(text('Week of {day}', { day: '7 يونيو 2031' })).toBe('\u2068Week of \u20687 يونيو 2031\u2069\u2069');
      expect(text('Search: {words}', { words: 'Fair' })).toBe('\u2068Search: Fair\u2069');
    } finally {
      useLanguages({ tags: DEFAULT_TAGS, defaultLanguage: 'en', overrides: {} });
    }
  });
});
