import type { RedirectRule } from './rule.ts';
import { RuleSet } from './ruleSet.ts';
import { ruleOf, visitOf } from './testing/rules.ts';

type Given = Parameters<typeof ruleOf>[0];

const setOf = (...rules: Given[]): RuleSet => {
  const set = new RuleSet();
  set.putGroup({ id: 1, module_id: 1, enabled: true });
  rules.forEach((rule, at) => {
    set.put(ruleOf({ id: at + 1, ...rule }));
  });
  return set;
};

const deciding = (set: RuleSet, target: string, when?: 'late') => set.decide(set.find(target), visitOf(target), when);
const goesTo = (set: RuleSet, target: string): string | undefined => {
  const outcome = deciding(set, target);
  return outcome.kind === 'redirect' ? outcome.location : undefined;
};
const to = (url: string): RedirectRule['match'] => ({ type: 'url', url });

describe('the rules of a site', () => {
  it('are asked by position, then by id', () => {
    const set = setOf(
      { url: '/plain', position: 13, match: to('/1') },
      { url: '/plain', position: 12, match: to('/2') },
      { url: '^/pl', flags: { flag_regex: true }, position: 12, match: to('/3') },
    );
    expect(goesTo(set, '/plain')).toBe('/2');
    set.remove(2);
    expect(goesTo(set, '/plain')).toBe('/3ain');
    set.remove(3);
    expect(goesTo(set, '/plain')).toBe('/1');
  });

  it('give way to the next where they decide nothing', () => {
    const set = setOf({ match: to('/source') }, { match: { type: 'url' } }, { match: to('/there') });
    expect(goesTo(set, '/source')).toBe('/there');
  });

  it('are not asked while they are disabled', () => {
    expect(deciding(setOf({ enabled: false }), '/source')).toEqual({ kind: 'none' });
  });

  it.each([
    ['disabled', { id: 1, module_id: 1, enabled: false }],
    ['for Apache', { id: 1, module_id: 2, enabled: true }],
    ['for Nginx', { id: 1, module_id: 3, enabled: true }],
  ])('are not asked while their group is %s', (_how, group) => {
    const set = setOf({});
    set.putGroup(group);
    expect(goesTo(set, '/source')).toBeUndefined();
    set.putGroup({ id: 1, module_id: 1, enabled: true });
    expect(goesTo(set, '/source')).toBe('/target');
    set.removeGroup(1);
    expect(goesTo(set, '/source')).toBeUndefined();
  });

  it('are found by what they are now, and by nothing that they were', () => {
    const set = setOf({ url: '/one' });
    set.put(ruleOf({ url: '/two' }));
    expect([goesTo(set, '/one'), goesTo(set, '/two'), set.size]).toEqual([undefined, '/target', 1]);
    set.put(ruleOf({ url: '^/three', flags: { flag_regex: true } }));
    expect([goesTo(set, '/two'), goesTo(set, '/three')]).toEqual([undefined, '/target']);
    set.remove(1);
    set.remove(1);
    expect([goesTo(set, '/three'), set.size]).toEqual([undefined, 0]);
  });

  it('with a pattern that is none are passed over', () => {
    const set = setOf({ url: '/sour[ce', flags: { flag_regex: true } }, { match: to('/there') });
    expect(goesTo(set, '/source')).toBe('/there');
  });

  it('for pages that are not there are asked late, and alone then', () => {
    const set = setOf({ match: { type: 'page', page: '404', url: '/instead' } }, { match: to('/there') });
    expect(goesTo(set, '/source')).toBe('/there');
    expect(deciding(set, '/source', 'late')).toMatchObject({ location: '/instead' });
    expect(deciding(setOf({ match: to('/there') }), '/source', 'late')).toEqual({ kind: 'none' });
  });

  it('say whether who is signed in must be known', () => {
    const set = setOf({}, { url: '/members', match: { type: 'login', logged_in: '/in' } });
    expect([set.find('/source').askWho, set.find('/members').askWho]).toEqual([false, true]);
  });

  it.each([
    ['exact', '/p?a=1&b=2', '/p?b=2&a=1'],
    ['exact', '/p', '/p'],
    ['exactorder', '/p?a=1&b=2', '/p?a=1&b=2'],
    ['ignore', '/p', '/p?x=1'],
    ['ignore', '/p?a=1', '/p?x=1&a=1&y=2'],
    ['pass', '/p?b&a=1', '/p?a=1&b&c'],
    ['exact', '/', '/'],
    ['exact', '/?p=7', '/?p=7'],
  ] as const)('with the query %s are found: %s by %s', (flag_query, url, target) => {
    expect(setOf({ url, flags: { flag_query } }).find(target).rules).toHaveLength(1);
  });

  it.each([
    ['/Cased', { flag_case: true }, '/CASED'],
    ['/slashed', { flag_trailing: true }, '/slashed/'],
    ['/slashed/', { flag_trailing: true }, '/slashed'],
    ['//', { flag_query: 'ignore' }, '//?query'],
    ["/gardens/Journey's-End_p.html", { flag_case: true }, '/gardens/Journey%27s-End_p.html'],
    ['/hello?CATS=1', { flag_case: true }, '/hello?cats=1'],
  ] as const)('%s with %j are found by %s', (url, flags, target) => {
    expect(setOf({ url, flags }).find(target).rules).toHaveLength(1);
  });

  it('are all found where a great many have one path', () => {
    const set = new RuleSet();
    set.putGroup({ id: 1, module_id: 1, enabled: true });
    for (let id = 1; id <= 20_000; id++) set.put(ruleOf({ id, url: `/?p=${id}` }));
    expect(set.find('/?p=19999').rules.map(({ id }) => id)).toEqual([19_999]);
    for (let id = 1; id <= 20_000; id++) set.remove(id);
    expect(set.find('/?p=19999').rules).toEqual([]);
  });

  it('survive names that objects have of themselves', () => {
    const set = setOf({ url: '/__proto__' }, { url: '/constructor?__proto__=1' });
    expect([goesTo(set, '/__proto__'), goesTo(set, '/constructor?__proto__=1')]).toEqual(['/target', '/target']);
    expect(goesTo(set, '/toString')).toBeUndefined();
  });
});
