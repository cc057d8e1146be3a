import fc from 'fast-check';
import { sizeOfJson } from './jsonSize.ts';

const sizeOf = (json: string) => sizeOfJson(Buffer.from(json));
const listOf = (count: number, entry: string): string => `[${Array(count).fill(entry).join()}]`;
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('the size of JSON', () => {
  it.each([
    ['a list of 1,000 entries', listOf(1_000, '1'), 'usual'],
    ['a list of 1,001 entries', listOf(1_001, '1'), 'large'],
    ['an object with 1,001 members', `{${listOf(1_001, '"a" : {}').slice(1, -1)}}`, 'large'],
    ['lists with 25,000 entries in all', listOf(25, listOf(999, '"a"')), 'usual'],
    ['lists with 25,025 entries in all', listOf(25, listOf(1_000, '"a"')), 'large'],
    ['many lists of one entry', listOf(900, nested(30)), 'large'],
    ['many empty lists and objects', listOf(900, '[{},[ ],{\n}]'), 'usual'],
    ['100 levels', nested(100), 'usual'],
    ['101 levels', nested(101), 'deep'],
    ['brackets without their ends', '['.repeat(1_000), 'deep'],
    ['a string of brackets and commas', JSON.stringify('[{,'.repeat(50_000)), 'usual'],
    ['a string of quotation marks and backslashes', JSON.stringify(['"\\'.repeat(50_000)]), 'usual'],
    ['a string without its end', '["a', 'usual'],
    ['no text', '', 'usual'],
  ])('of %s is %s', (_what, json, size) => expect(sizeOf(json)).toBe(size));

  it('is that of the parsed value, with and without spaces', () =>
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, '\t', '  '), (value, space) => {
        const many = JSON.stringify([value, ...Array(999).fill(0)], undefined, space);
        expect(sizeOf(many)).toBe('usual');
        expect(sizeOf(`${many.slice(0, -1)},0]`)).toBe('large');
      }),
    ));
});
