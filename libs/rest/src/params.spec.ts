import fc from 'fast-check';
import { formatParams, parseParams } from './params.ts';

describe('query strings', () => {
  it.each([
    ['a=1&b=x%20y+z', { a: '1', b: 'x y z' }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a%5B%5D=1&a%5b%5d=2', { a: ['1', '2'] }],
    ['tax[terms][]=2&tax[terms][]=3&tax[operator]=AND', { tax: { terms: ['2', '3'], operator: 'AND' } }],
    ['a=1&a=2&b=3', { a: '2', b: '3' }],
    ['a[k]=1&a[k]=2', { a: { k: '2' } }],
    ['a[]=1&a=2', { a: '2' }],
    ['a=1&a[]=2', { a: ['2'] }],
    ['a=1&a%5Bk%5D=2&b=3', { a: { k: '2' }, b: '3' }],
    ['a[k]=1&a=2&a[]=3&a[]=4', { a: ['3', '4'] }],
    ['a[2]=x&a[5]=y', { a: ['x', 'y'] }],
    ['flag', { flag: '' }],
    ['a=%zz', { a: '%zz' }],
    ['', {}],
  ])('are parsed: %s', (query, params) => expect(parseParams(query)).toEqual(params));

  it('have the same values with and without brackets beside them', () => {
    const name = fc.constantFrom('a', 'b', 'search', '7', 'x-y', '_z', 'toString', '__proto__');
    const value = fc.string({ unit: fc.constantFrom('a', '+', ' ', '=', '%', '%20', '%C3%A9', '%zz', 'é', '.', '\n') });
    const query = fc.array(
      fc.oneof(
        fc.tuple(name, value).map((pair) => pair.join('=')),
        name,
      ),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(query, (pairs) => {
        const text = pairs.join('&');
        const { bracketed: _, ...others } = parseParams(`${text}&bracketed[]=1`);
        expect(Object.entries(parseParams(text))).toEqual(Object.entries(others));
      }),
    );
  });

  it('do not reach names of JavaScript', () => {
    expect(parseParams('__proto__[x]=1&constructor[prototype][x]=1&a=1')).toEqual({ a: '1' });
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it.each([
    'a[__proto__]=1',
    'a[constructor]=1',
    'a%5B%5F_proto__%5D=1',
    'a[b][toString][]=1',
    'b=1&a[__proto__][c]=1',
    'a[b]=1&a[hasOwnProperty]=1',
    '[a][valueOf]=1',
    'a[[__proto__]]=1',
  ])('are refused if members would be dropped: %s', (query) => {
    expect(() => parseParams(query)).toThrow(expect.objectContaining({ code: 'rest_invalid_param', status: 400 }));
  });

  it('are limited in depth, number and the length of names', () => {
    const refused = expect.objectContaining({ code: 'rest_too_many_params', status: 400 });
    expect(() => parseParams(`a${'[b]'.repeat(20)}=1`)).toThrow(refused);
    expect(() => parseParams(Array(1_001).fill('a[]=1').join('&'))).toThrow(refused);
    expect(parseParams(Array(1_000).fill('a[]=1').join('&')).a).toHaveLength(1_000);
    expect(() => parseParams(`${'x'.repeat(3_001)}=1`)).toThrow(refused);
    expect(() => parseParams(`a=1&${'%5B'.repeat(1_001)}`)).toThrow(refused);
    expect(parseParams(`${'x'.repeat(3_000)}=${'y'.repeat(9_000)}`)).toEqual({
      ['x'.repeat(3_000)]: 'y'.repeat(9_000),
    });
  });

  it('survive a round trip', () => {
    const params = { a: ['1', '2'], tax: { terms: ['3'] }, q: 'x & y=z' };
    expect(parseParams(formatParams(params))).toEqual(params);
  });
});
