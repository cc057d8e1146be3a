import { propertiesIn } from './entryTexts.ts';

describe('the places and categories of an entry', () => {
  it('are chosen in time that grows with their number', () => {
    const category = { line: 1, name: 'categories', parameters: {}, type: 'text', value: 'Fair' };
    const categories = Array.from({ length: 1_000_000 }, () => ({ ...category }));
    expect(propertiesIn(undefined, categories, ['en'])).toHaveLength(categories.length);
  });
});
