import { XliffFault } from './fault.ts';
import { identityOf } from './identity.ts';
import { matchXliff } from './match.ts';
import { readXliff } from './read.ts';
import { writeXliff } from './write.ts';

const JOB = { id: 41, jobId: 42 };
const unit = (id: string, source: string, target = '') =>
  ({ id, source, target, state: 'translated', notes: [] }) as const;
const expected = {
  original: identityOf('key', JOB),
  sourceLanguage: 'en',
  targetLanguage: 'fr-CA',
  sources: new Map([
    ['title', 'Harvest  Fair\r\n'],
    ['body', '<p>On the square</p>'],
  ]),
};
const fileOf = (change: Partial<Parameters<typeof writeXliff>[1]> = {}) =>
  readXliff(
    Buffer.from(
      writeXliff('1.2', {
        original: expected.original,
        sourceLanguage: 'en',
        targetLanguage: 'fr-CA',
        reference: '',
        units: [unit('title', ' Harvest\nFair', 'Foire'), unit('more', 'x', 'y')],
        ...change,
      }),
    ),
  );
const faultOf = (change: Parameters<typeof fileOf>[0]) => {
  try {
    return matchXliff(fileOf(change), expected);
  } catch (error) {
    return error instanceof XliffFault ? `${error.kind}: ${error.reason}` : error;
  }
};

describe('the match of a file and its job', () => {
  test('finds units by their id, whatever blanks a program has added, and names the others', () => {
    const { units, unknown } = matchXliff(fileOf(), expected);
    expect([...units]).toEqual([['title', { target: 'Foire', state: 'translated', notes: [] }]]);
    expect(unknown).toEqual(['more']);
  });

  test('finds units by their name if a program has numbered them anew, each at most once', () => {
    const units = ['title', 'body', 'title'].map(
      (name, at) =>
        `<trans-unit id="${at}" resname="${name}"><source>A</source><target>${name} ${at}</target></trans-unit>`,
    );
    const file = `<xliff version="1.2"><file original="${expected.original}"><body>${units.join('')}</body></file></xliff>`;
    const sources = new Map(['title', 'body'].map((id) => [id, 'A']));
    const matched = matchXliff(readXliff(file), { ...expected, sources });
    expect([...matched.units].map(([id, { target }]) => [id, target])).toEqual([
      ['title', 'title 0'],
      ['body', 'body 1'],
    ]);
    expect(matched.unknown).toEqual(['2']);
  });

  test.each([
    ['\n  A\n', '\n  B\n', 'A', 'B'],
    [' A', ' B ', 'A', 'B '],
    ['A\n', 'B\n', 'A\n', 'B\n'],
    ['A', ' B ', 'A', ' B '],
  ])(
    'removes blanks around a translation that its source has in the file alone: %j, %j for %j',
    (source, target, asked, taken) => {
      const file = fileOf({ units: [unit('title', source, target)] });
      const { units } = matchXliff(file, { ...expected, sources: new Map([['title', asked]]) });
      expect(units.get('title')?.target).toBe(taken);
    },
  );

  test.each([
    ['en', 'FR-ca'],
    ['en-US', 'fr-FR'],
    ['en_GB', 'fr'],
    ['eng', 'fra'],
    ['en', ''],
  ])('compares main languages: %s and %s', (sourceLanguage, targetLanguage) => {
    expect(matchXliff(fileOf({ sourceLanguage, targetLanguage }), expected).units.size).toBe(1);
  });

  test.each<[string, Parameters<typeof fileOf>[0], string]>([
    ['another revision', { original: identityOf('key', { ...JOB, jobId: 43 }) }, 'mismatch: it belongs to another job'],
    ['a forged identity', { original: identityOf('other', JOB) }, 'mismatch: it belongs to another job'],
    ['no identity', { original: '' }, 'mismatch: it belongs to another job'],
    [
      'another source language',
      { sourceLanguage: 'es-US' },
      'mismatch: its source language is “es-US”, “en” was expected',
    ],
    ['another target language', { targetLanguage: 'es-US' }, 'mismatch: its target language'],
    ['a changed source', { units: [unit('title', 'Winter Fair', 'Foire')] }, 'source-changed: the source of “title”'],
  ])('is refused for %s', (_, change, fault) => {
    expect(faultOf(change)).toContain(fault);
  });
});

const HTML = '<p>At the <strong>port</strong>, 5 &lt; 6&nbsp;pm.<br />Rain &amp; sun.</p>';
const codedSource = '<g id="1">At the <g id="b">port</g>, 5 &lt; 6\u00a0pm.<x id="3"/>Rain &amp; sun.</g>';
const codedUnits = (source: string, target: string, html = HTML) => {
  const file = `<xliff version="1.2"><file original="${expected.original}" source-language="en" target-language="fr"><body>
    <trans-unit id="body"><source>${source}</source><target>${target}</target></trans-unit></body></file></xliff>`;
  const sources = new Map([['body', html]]);
  return matchXliff(readXliff(file, { areCodesKept: true }), { ...expected, sources }).units.get('body')?.target;
};

describe('codes without markup', () => {
  test('are the tags of the source by order and nesting, in any order of the target', () => {
    expect(codedUnits(codedSource, '<g id="1">Pluie &amp; soleil<x id="3"/>1 &lt; 2, <g id="b">port</g></g>')).toBe(
      '<p>Pluie &amp; soleil<br />1 &lt; 2, <strong>port</strong></p>',
    );
  });

  test('leave texts that still contain character references as they are', () => {
    const source = codedSource.replaceAll('&', '&amp;').replace('\u00a0', '&amp;nbsp;');
    expect(codedUnits(source, '<g id="1">Pluie &amp;amp; <g id="b">port</g></g>')).toBe(
      '<p>Pluie &amp; <strong>port</strong></p>',
    );
  });

  test('stand for block markers, and for starts and ends of elements', () => {
    const source = '<x id="1"/><bx id="2"/>Sea<ex id="3"/><x id="4"/>';
    const target = source.replace('Sea', 'Mer');
    const html = '<!-- block {"a":"<b>"} --><p class="a">Sea</p><!-- /block -->';
    expect(codedUnits(source, target, html)).toBe(html.replace('Sea', 'Mer'));
  });

  test.each([
    ['a code of the target that the source lacks', codedSource, '<g id="7">a</g>', HTML, '<g id="7">'],
    ['a code for which the source has no tag', 'At<x id="2"/>', '', 'At', '<x id="2">'],
    ['a pair around two elements', '<g id="1">a<g id="2">b</g></g>', '', '<p>a<b>b</p></b>', '</g id="2">'],
    ['one id for two tags', '<x id="1"/>a<x id="1"/>', '', '<br>a<hr>', '<x id="1">'],
  ])('are refused with unit and code: %s', (_, source, target, html, code) => {
    expect(() => codedUnits(source, target, html)).toThrow(`the code ${code} of “body” matches no tag of the source`);
  });

  test('are refused in a source with other words', () => {
    expect(() => codedUnits(codedSource.replace('Rain', 'Snow'), '')).toThrow('no longer that of the file');
  });

  test('stand for a limited length of markup', () => {
    const html = `<i title="${'x'.repeat(2_000)}">a</i>`;
    expect(() => codedUnits('<g id="1">a</g>', '<g id="1">a</g>'.repeat(600), html)).toThrow('more than 1048576');
  });

  test('are refused by readers that have no source to match', () => {
    expect(() => readXliff('<xliff version="1.2"><file><body><trans-unit id="a"><source><x id="1"/>')).toThrow(
      '<x> stands for markup which the file does not hold',
    );
  });
});

const coded20 = (source: string, target: string, { html = HTML, data = '' } = {}) => {
  const file = `<xliff version="2.1" srcLang="en" trgLang="fr"><file id="f" original="${expected.original}"><unit id="body">${data}
    <segment><source>${source}</source><target>${target}</target></segment></unit></file></xliff>`;
  const sources = new Map([['body', html]]);
  return matchXliff(readXliff(file, { areCodesKept: true }), { ...expected, sources }).units.get('body')?.target;
};

describe('codes of XLIFF 2 without original data', () => {
  const source =
    '<pc id="1">At the <pc id="b">port</pc>, 5 &lt; 6\u00a0pm.<ph id="3" dataRef="d1"/>Rain &amp; sun.</pc>';

  test('are the tags of the source by order and nesting, in any order of the target', () => {
    expect(coded20(source, '<pc id="1">Pluie<ph id="3" dataRef="d1"/>1 &lt; 2, <pc id="b">port</pc></pc>')).toBe(
      '<p>Pluie<br />1 &lt; 2, <strong>port</strong></p>',
    );
  });

  test('stand for starts and ends of elements, whose ends name their start', () => {
    const html = '<b>Sea</b> and <i>sun</i>';
    const marked = '<sc id="1"/>Sea<ec startRef="1"/> and <sc id="2" isolated="yes"/>sun<ec id="3" isolated="yes"/>';
    expect(coded20(marked, marked.replace('Sea', 'Mer'), { html })).toBe('<b>Mer</b> and <i>sun</i>');
  });

  test('may stand beside codes with original data', () => {
    const data = '<originalData><data id="d1">&lt;br /&gt;</data></originalData>';
    expect(coded20(source, '<pc id="1">Pluie<ph id="3" dataRef="d1"/></pc>', { data })).toBe('<p>Pluie<br /></p>');
  });

  test.each([
    ['a code of the target that the source lacks', source, '<ph id="7"/>', HTML, '<ph id="7">'],
    ['a code for which the source has no tag', 'At<ph id="2"/>', '', 'At', '<ph id="2">'],
    ['a pair around two elements', '<pc id="1">a<pc id="2">b</pc></pc>', '', '<p>a<b>b</p></b>', '</pc id="2">'],
    ['one id for two tags', '<ph id="1"/>a<ph id="1"/>', '', '<br>a<hr>', '<ph id="1">'],
  ])('are refused with unit and code: %s', (_, marked, target, html, code) => {
    expect(() => coded20(marked, target, { html })).toThrow(`the code ${code} of “body” matches no tag of the source`);
  });

  test.each([
    ['an unknown element', '<own id="1"/>', '<own> stands for markup which the file does not hold'],
    ['a pair with half of its data', '<pc id="1" dataRefStart="d1">a</pc>', '<pc> stands for markup'],
  ])('are refused: %s', (_, marked, reason) => {
    const data = '<originalData><data id="d1">&lt;b&gt;</data></originalData>';
    expect(() => coded20(marked, '', { html: '<b>a</b>', data })).toThrow(reason);
  });
});
