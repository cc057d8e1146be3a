import { readHeading } from './csvHeading.ts';

describe('the heading of a CSV file', () => {
  it('names its columns with words before and after', () => {
    expect(readHeading(['Old URL', 'Redirect status code', 'URL de destination'])).toEqual(
      new Map([
        ['source', 0],
        ['code', 1],
        ['target', 2],
      ]),
    );
  });

  it('has no cell of more than 100 characters', () => {
    const cell = (words: number): string => `source${' url'.repeat(words)}`;
    expect(readHeading([cell(23), 'target'])?.get('source')).toBe(0);
    expect(readHeading([cell(24), 'target'])).toBeUndefined();
  });
});
