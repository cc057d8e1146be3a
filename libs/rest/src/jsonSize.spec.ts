import fc from 'fast-check';
import { sizeOfJson } from './jsonSize.ts';

const sizeOf = (json: string) => sizeOfJson(Buffer.from(json));
const listOf = (count: number, entry: string): string => `[${Array(count).fill(entry).join()}]`;
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('the size of JSON', () => {
  it.each([
    ['a list of 1,000 entries', 'usual', listOf(1_000, '1')],
    ['a list of 1,001 entries', 'large', listOf(1_001, '1')],
    ['an object with 1,001 members', 'large', `{${listOf(1_001, '"a" : {}').slice(1, -1)}}`],
    ['lists with 25,000 entries in all', 'usual', listOf(25, listOf(999, '"a"'))],
    ['lists with 25,025 entries in all', 'large', listOf(25, listOf(1_000, '"a"'))],
    ['many lists of one entry', 'large', listOf(900, nested(30))],
    ['many empty lists and objects', 'usual', listOf(900, '[{},[ ],{\n}]')],
    ['100 levels', 'usual', nested(100)],
    ['101 levels', 'deep', nested(101)],
    ['brackets without their ends', 'deep', '['.repeat(1_000)],
    ['a string of brackets and commas', 'usual', JSON.stringify('[{,'.repeat(50_000))],
    ['a string of quotation marks and backslashes', 'usual', JSON.stringify(['"\\'.repeat(50_000)])],
    ['a string without its end', 'usual', '["a'],
    ['no text', 'usual', ''],
  ])('is for %s: %s', (_what, size, json) => expect(sizeOf(json)).toBe(size));

  it('is that of the parsed value, with and without spaces', () =>
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, '\t', '  '), (value, space) => {
        const many = JSON.stringify([value, ...Array(999).fill(0)], undefined, space);
        expect(sizeOf(many)).toBe('usual');
        expect(sizeOf(`${many.slice(0, -1)},0]`)).toBe('large');
      }),
    ));
});
