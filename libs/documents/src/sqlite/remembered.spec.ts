import { createRemember } from './remembered.ts';

describe('a cached answer', () => {
  const world = (limit: number) => {
    const remember = createRemember<string>(limit);
    const made: string[] = [];
    const ask = (key: string, changes = 0): string =>
      remember(key, changes, () => {
        made.push(key);
        return `${key} at ${changes}`;
      });
    return { made, ask };
  };

  it('is returned until a write', () => {
    const { made, ask } = world(9);
    expect([ask('a'), ask('a'), ask('a', 1), ask('a', 1), ask('b', 1)]).toEqual([
      'a at 0',
      'a at 0',
      'a at 1',
      'a at 1',
      'b at 1',
    ]);
    expect(made).toEqual(['a', 'a', 'b']);
  });

  it('is evicted, oldest first, if there are too many', () => {
    const { made, ask } = world(2);
    for (const key of ['a', 'b', 'c', 'b', 'c']) ask(key);
    expect(made).toEqual(['a', 'b', 'c']);
    ask('b', 1);
    ask('a');
    ask('b', 1);
    expect(made).toEqual(['a', 'b', 'c', 'b', 'a']);
  });
});
