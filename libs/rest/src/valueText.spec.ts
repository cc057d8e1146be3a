import { valueText } from './valueText.ts';

describe('the text of a value', () => {
  it.each([['a'], [5], [true], [null], [undefined], [[]], [[1, ['b', null], undefined]], [{ a: 1 }]])(
    'is that of String: %j',
    (value) => {
      expect(valueText(value)).toBe(String(value));
    },
  );

  it('does not depend on the members of an object', () => {
    expect(valueText({ toString: 1, valueOf: 2 })).toBe('[object Object]');
    expect(valueText([{ toString: 'a' }, Object.create(null)])).toBe('[object Object],[object Object]');
  });
});
