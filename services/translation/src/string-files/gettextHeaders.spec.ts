import { pluralForms } from './gettextHeaders.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const codes = LETTERS.flatMap((first) =>
  LETTERS.flatMap((second) => [`${first}${second}`, ...LETTERS.map((third) => `${first}${second}${third}`)]),
);
const languages = [...Intl.PluralRules.supportedLocalesOf([...codes, 'pt-BR', 'pt-PT', 'zh-Hant', 'sr-Latn'])];
const numbers = Array.from({ length: 1_100 }, (_, number) => number);

/** Numbers the forms of all numbers in the order of their first use, so that only their distribution counts. */
const distribution = (formOf: (number: number) => unknown): string => {
  const seen = new Map<unknown, number>();
  return numbers
    .map((number) => {
      const form = formOf(number);
      if (!seen.has(form)) seen.set(form, seen.size);
      return seen.get(form);
    })
    .join(' ');
};

describe('the plural forms of gettext files', () => {
  it('are those of CLDR for whole numbers in every language except Cornish', () => {
    const others = languages.filter((language) => {
      const [, count, rule] = /^nplurals=(\d); plural=(.*);$/.exec(pluralForms(language)) ?? [];
      const formOf = new Function('n', `return Number(${rule})`) as (number: number) => number;
      const forms = new Set(numbers.map(formOf));
      const isDense = forms.size === Number(count) && Math.max(...forms) === Number(count) - 1;
      const rules = new Intl.PluralRules(language);
      return !isDense || distribution(formOf) !== distribution((number) => rules.select(number));
    });
    expect(languages.length).toBeGreaterThan(200);
    expect(others).toEqual(['kw']);
  });

  it('have a rule for languages that the platform does not know', () => {
    expect(pluralForms('qaa')).toMatch(/^nplurals=\d; plural=/);
  });
});
