import type { RuleFlags } from '../rule.ts';
import { plainFlags } from '../testing/rules.ts';
import { VisitedAddress } from '../visit.ts';
import { isSameAddress } from './sameAddress.ts';

const isSame = (url: string, visited: string, flags: Partial<RuleFlags> = {}): boolean =>
  isSameAddress({ url, flags: { ...plainFlags, ...flags } }, new VisitedAddress(visited));

const ignoring = { flag_query: 'ignore' } as const;
const passing = { flag_query: 'pass' } as const;
const ordered = { flag_query: 'exactorder' } as const;
const anyCase = { flag_case: true };
const anyEnd = { flag_trailing: true };

const lists = 'arrs1[]=1&arrs1[]=2&arrs1[]=3&arrs2[]=1&arrs2[]=2&arrs2[]=3';
const swapped = 'arrs2[]=1&arrs2[]=2&arrs2[]=3&arrs1[]=1&arrs1[]=2&arrs1[]=3';
const longOrder = '/?download_file=1&order=X&email=a%40b.org&key=9';

describe('the path of a rule and that of a visit', () => {
  it.each<[string, string, Partial<RuleFlags>, boolean]>([
    ['/test', '/test', {}, true],
    ['/test1', '/test2', {}, false],
    ['/test1', '/tEst1', {}, false],
    ['/test1', '/test1/', {}, false],
    ['/test1', '/teSt1', anyCase, true],
    ['/test1/', '/test1', anyEnd, true],
    ['/test1', '/test1/', anyEnd, true],
    ['/p', '/p//', anyEnd, false],
    ['/cats', '/bats', {}, false],
    ['//', '//', {}, true],
    ['/', '//', {}, false],
    ['//thing/here', '//thing/here', {}, true],
    ['http://domain.com/cat/', '/cat/', {}, true],
    ['/p', '/%70', {}, true],
    ['/a b', '/a%20b', {}, true],
    ['/a b', '/a+b', {}, true],
    ['/a+b', '/a%2Bb', {}, true],
    ['/É', '/%C3%A9', anyCase, true],
    ['/中国', '/%E4%B8%AD%E5%9B%BD', {}, true],
    ['/100%', '/100%', {}, true],
  ])('are compared: %s and %s with %j: %s', (source, visited, flags, isSo) => {
    expect(isSame(source, visited, flags)).toBe(isSo);
  });
});

describe('the query of a rule and that of a visit', () => {
  it.each<[string, string, Partial<RuleFlags>, boolean]>([
    ['/test', '/test?a', {}, false],
    ['/p?', '/p', {}, true],
    ['/p', '/p?', {}, true],
    ['/cats?dogs=1', '/cats?dogs=1', {}, true],
    ['/cats?dogs[]=1&dogs[]=2', '/cats?dogs[]=1&dogs[]=2', {}, true],
    ['/cats?dogs[]=1&dogs[]=2', '/cats?dogs[]=3&dogs[]=2', {}, false],
    ['/cats?dogs[]=1&dogs[]=2', '/cats?dogs[]=2&dogs[]=1', {}, false],
    ['/cats?dogs[]=1', '/cats?dogs%5B%5D=1', {}, true],
    ['/cats?dogs[]=1', '/cats?dogs[0]=1', {}, false],
    ['/?order=X', longOrder, ignoring, true],
    ['/cat', '/cat?things', ignoring, true],
    ['/?a=1', '/?a=2', {}, false],
    ['/?a=1', '/?b=1', {}, false],
    ['/?a=1&b=2', '/?b=2&a=1', {}, true],
    ['/?a=1&b=2', '/?b=2&a=1', ordered, false],
    ['/?a=1&b=2', '/?a=1&b=2', ordered, true],
    ['/?a=1&b=2', '/?a=1&b=2&c=3', {}, false],
    ['/?=2', '/?=2', {}, true],
    ['/?=2', '/?=1', {}, false],
    ['/?cat=0', '/?cat=0', {}, true],
    ['/?cats=2', '/?CATS=2', anyCase, true],
    ['/?cats=2', '/?CATS=2', {}, false],
    ['/', '/?b=2&a=1', ignoring, true],
    ['/?a=1', '/?b=2&a=1', ignoring, true],
    ['/?a=1', '/?b=2&a=1', passing, true],
    [`/?${lists}`, `/?${swapped}`, passing, true],
    [`/?${lists}`, `/?${swapped.slice(0, -1)}5`, passing, false],
    ['/?arrs1[]=1&arrs1[]=2', `/?${lists}`, {}, false],
    ['/?arrs1[]=1&arrs2=5', `/?${lists}`, passing, false],
    ['/?hasCase[something]=test', '/?hasCase[something]=test', {}, true],
    ['/?hasCase[something]=test', '/?hascase[something]=test', {}, false],
    ['/?hasCase[something]=test', '/?hascase[something]=test', anyCase, true],
    ['/?a+1', '/?a+1', {}, true],
    ['/?a+1', '/?a+1&test=3', passing, true],
    ['/?x=a+b', '/?x=a%20b', {}, true],
    ['/?x=a+b', '/?x=a%2Bb', {}, true],
    ['/?a', '/?a=', {}, false],
    ['/?a=', '/?a=1', {}, false],
    ['/?a.b=1', '/?a_b=1', {}, false],
    ['/?a=1', '/?a=2&a=1', {}, true],
    ['/?中=国', '/?%E4%B8%AD=%E5%9B%BD', {}, true],
    ['/?__proto__=1', '/?__proto__=1', {}, true],
    ['/?constructor', '/?toString', {}, false],
  ])('are compared: %s and %s with %j: %s', (source, visited, flags, isSo) => {
    expect(isSame(source, visited, flags)).toBe(isSo);
  });
});
