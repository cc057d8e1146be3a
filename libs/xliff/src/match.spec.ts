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
