import type { Collection, Filter } from '../documents.ts';
import { type Make, writesOf } from './make.ts';

const notes: Collection = {
  name: 'notes',
  projectionVersion: 1,
  indexes: [['number']],
  arrays: ['tags'],
  texts: ['text'],
};

const MANY = 2_500;
const numbers = Array.from({ length: MANY }, (_, index) => index);

/** Requires filters with any number of conditions: clients name a thousand records in a list. */
export const longFiltersContract = (make: Make): void => {
  const each = (condition: (number: number) => Filter): readonly Filter[] => numbers.map(condition);
  const tagged = each((number) => ({ field: 'tags', contains: [number] }));
  const numbered = each((number) => ({ field: 'number', equals: number }));
  const other = each((number) => ({ not: { field: 'number', equals: number + 2 } }));
  const words = numbers.map((number) => `word${number}`);

  it.each<[string, Filter, number[]]>([
    ['that all hold on arrays', { all: tagged }, [1]],
    ['of which one holds on arrays', { any: tagged }, [1, 2]],
    ['of which one holds on fields', { any: numbered }, [1, 2]],
    ['that are all negated', { all: other }, [1]],
    ['that are negated together', { not: { any: other } }, []],
    ['on the words of a text', { texts: ['text'], words }, [1]],
  ])('takes thousands of conditions %s', async (_what, filter, found) => {
    const { documents, dispose } = await make([notes]);
    const all = [
      { id: 1, body: { id: 1, number: 1, tags: numbers, text: words.join(' ') } },
      { id: 2, body: { id: 2, number: 2, tags: [1], text: 'word1' } },
    ];
    await documents.write(writesOf(notes, all));
    const bodies = await documents.find<{ id: number }>(notes, { filter });
    expect(bodies.map(({ id }) => id)).toEqual(found);
    expect(await documents.count(notes, filter)).toBe(found.length);
    await dispose();
  });
};
