import { readFileSync } from 'node:fs';
import { type Language, languageCodes, languageRecord } from '@almanac/i18n';
import { foreignAttributes, languageAttributes, languageLabel } from './languageAttributes.ts';
import { STYLE } from './style.ts';

/** Returns declarations that name the left or right side of the screen, except for aligned pictures. */
const sidesIn = (style: string): string[] =>
  [...style.matchAll(/([^{};]*)\{([^{}]*)\}/g)]
    .filter(([, selector = '']) => !/\.align(?:left|right)/.test(selector))
    .flatMap(([, , declarations = '']) => declarations.split(';').map((each) => each.trim()))
    .filter((each) => /\b(?:left|right)\b/.test(each) || hasTwoSides(each));

/** True if the second and fourth of four values, right and left, differ. */
const hasTwoSides = (declaration: string): boolean => {
  const [, values = ''] = /^(?:margin|padding|inset|border-width|border-radius):(.*)$/s.exec(declaration) ?? [];
  const [, right, , left] = values.trim().split(/\s+/);
  return left !== undefined && left !== right;
};

describe('the styles of pages', () => {
  it.each([
    ['all pages', STYLE],
    ...['frame', 'reference', 'startPage'].map((name) => [
      `the reference, ${name}.css`,
      readFileSync(new URL(`../../../gateway/src/reference/${name}.css`, import.meta.url), 'utf8'),
    ]),
  ])('name no side of the screen: %s', (_of, style) => {
    expect(sidesIn(style)).toEqual([]);
  });

  it('would be reported if they named one', () => {
    expect(sidesIn('.a{margin-left:1rem}.b{float:right}.c{padding:1px 2px 1px 3px}.d{left:0}')).toHaveLength(4);
    expect(sidesIn('.a{margin-inline-start:1rem;padding:1px 2px 3px 2px}')).toEqual([]);
  });
});

describe('the direction of a page', () => {
  it.each(languageCodes())('is that of the script of %s', (code: Language) => {
    const { tag, direction } = languageRecord(code);
    expect(direction).toBe(new Intl.Locale(tag).getTextInfo().direction);
    expect(languageAttributes(code).text).toBe(`lang="${tag}" dir="${direction}"`);
  });

  it('is named for elements in another language of the site only', () => {
    const page = { language: 'en' } as const;
    expect(String(foreignAttributes('fr-ca', page))).toBe(' lang="fr-CA" dir="ltr"');
    expect([foreignAttributes('en', page), foreignAttributes('xx', page)]).toEqual([false, false]);
    expect(String(languageLabel('fr-ca', page))).toBe(' <span class="tag">French</span>');
    expect(String(languageLabel('en', { language: 'fr-ca' }))).toBe(' <span class="tag">Anglais</span>');
    expect(String(languageLabel('fr-ca', page, true))).toBe(' <abbr class="tag" title="French">FR</abbr>');
    expect([languageLabel('en-ca', page), languageLabel('xx', page)]).toEqual([false, false]);
  });
});
