import { storedForm } from './storedForm.ts';

describe('data in their stored form', () => {
  it.each([
    ['nested', { title: 'Pier', at: { lat: 1, lon: null }, days: [1, [null], {}] }],
    ['nothing but null', null],
    ['a text', 'Pier'],
    ['an empty list', []],
  ])('are the same object if no member is undefined: %s', (_, data) => {
    expect(storedForm<unknown>(data)).toBe(data);
  });

  it('have no undefined member at any depth, and everything else unchanged', () => {
    const data = {
      title: 'Pier',
      slug: undefined,
      image: null,
      at: { lat: 1, lon: undefined },
      days: [{ on: 'Monday', by: undefined }, 'Tuesday', null],
    };
    const stored = storedForm<unknown>(data);
    expect(stored).toStrictEqual({
      title: 'Pier',
      image: null,
      at: { lat: 1 },
      days: [{ on: 'Monday' }, 'Tuesday', null],
    });
    expect(stored).toStrictEqual(JSON.parse(JSON.stringify(data)));
  });

  it('leave their source unchanged', () => {
    const data = { at: { lat: 1, lon: undefined } };
    storedForm(data);
    expect(Object.keys(data.at)).toEqual(['lat', 'lon']);
  });
});
