import { differenceOf } from './differences.ts';

describe('tags and placeholders of a translation', () => {
  it.each<[string, string, string[], string[]]>([
    ['<p>Come.</p>', '<p>Venez.</p>', [], []],
    ['<b>a</b> %s', '%s <b>b</b>', [], []],
    ['<p>a</p>', 'b', ['<p>', '</p>'], []],
    ['%s and %s', '%s et %d', ['%s'], ['%d']],
    ['[gallery ids="1"]', '[gallery ids="2"]', ['[gallery ids="1"]'], ['[gallery ids="2"]']],
    ['{name} %1$s', '{nom} %1$s', ['{name}'], ['{nom}']],
    ['1 < 2', '1 > 2', [], []],
  ])('are compared: %s and %s', (source, target, missing, added) => {
    const expected = missing.length + added.length === 0 ? undefined : { unit: 'body', missing, added };
    expect(differenceOf('body', source, target)).toEqual(expected);
  });
});
