import fc from 'fast-check';
import type { RedirectRule } from './rule.ts';
import { RuleSet } from './ruleSet.ts';
import { ruleOf, visitOf } from './testing/rules.ts';

type RuleFields = Parameters<typeof ruleOf>[0];

const setOf = (...rules: RuleFields[]): RuleSet => {
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
  it('are tried by position, then by id', () => {
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

  it('give way to the next if they decide nothing', () => {
    const set = setOf({ match: to('/source') }, { match: { type: 'url' } }, { match: to('/there') });
    expect(goesTo(set, '/source')).toBe('/there');
  });

  it('are skipped while they are disabled', () => {
    expect(deciding(setOf({ enabled: false }), '/source')).toEqual({ kind: 'none' });
  });

  it.each([
    ['disabled', { id: 1, module_id: 1, enabled: false }],
    ['for Apache', { id: 1, module_id: 2, enabled: true }],
    ['for Nginx', { id: 1, module_id: 3, enabled: true }],
  ])('are skipped while their group is %s', (_how, group) => {
    const set = setOf({});
    set.putGroup(group);
    expect(goesTo(set, '/source')).toBeUndefined();
    set.putGroup({ id: 1, module_id: 1, enabled: true });
    expect(goesTo(set, '/source')).toBe('/target');
    set.removeGroup(1);
    expect(goesTo(set, '/source')).toBeUndefined();
  });

  it('are found by their current values only', () => {
    const set = setOf({ url: '/one' });
    set.put(ruleOf({ url: '/two' }));
    expect([goesTo(set, '/one'), goesTo(set, '/two'), set.size]).toEqual([undefined, '/target', 1]);
    set.put(ruleOf({ url: '^/three', flags: { flag_regex: true } }));
    expect([goesTo(set, '/two'), goesTo(set, '/three')]).toEqual([undefined, '/target']);
    set.remove(1);
    set.remove(1);
    expect([goesTo(set, '/three'), set.size]).toEqual([undefined, 0]);
  });

  it('are skipped if their pattern is invalid', () => {
    const set = setOf({ url: '/sour[ce', flags: { flag_regex: true } }, { match: to('/there') });
    expect(goesTo(set, '/source')).toBe('/there');
  });

  it('are tried late for missing pages, and only these then', () => {
    const set = setOf({ match: { type: 'page', page: '404', url: '/instead' } }, { match: to('/there') });
    expect(goesTo(set, '/source')).toBe('/there');
    expect(deciding(set, '/source', 'late')).toMatchObject({ location: '/instead' });
    expect(deciding(setOf({ match: to('/there') }), '/source', 'late')).toEqual({ kind: 'none' });
  });

  it('tell whether they need to know who is signed in', () => {
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
  ] as const)('are found by the query mode %s: %s by %s', (flag_query, url, target) => {
    expect(setOf({ url, flags: { flag_query } }).find(target).rules).toHaveLength(1);
  });

  it.each([
    ['/Cased', { flag_case: true }, '/CASED'],
    ['/slashed', { flag_trailing: true }, '/slashed/'],
    ['/slashed/', { flag_trailing: true }, '/slashed'],
    ['//', { flag_query: 'ignore' }, '//?query'],
    ["/gardens/Journey's-End_p.html", { flag_case: true }, '/gardens/Journey%27s-End_p.html'],
    ['/hello?CATS=1', { flag_case: true }, '/hello?cats=1'],
  ] as const)('are found by flags: %s with %j by %s', (url, flags, target) => {
    expect(setOf({ url, flags }).find(target).rules).toHaveLength(1);
  });

  it('are all found if very many have one path', () => {
    const set = new RuleSet();
    set.putGroup({ id: 1, module_id: 1, enabled: true });
    for (let id = 1; id <= 20_000; id++) set.put(ruleOf({ id, url: `/?p=${id}` }));
    expect(set.find('/?p=19999').rules.map(({ id }) => id)).toEqual([19_999]);
    for (let id = 1; id <= 20_000; id++) set.remove(id);
    expect(set.find('/?p=19999').rules).toEqual([]);
  });

  it('accept names that every object has', () => {
    const set = setOf({ url: '/__proto__' }, { url: '/constructor?__proto__=1' });
    expect([goesTo(set, '/__proto__'), goesTo(set, '/constructor?__proto__=1')]).toEqual(['/target', '/target']);
    expect(goesTo(set, '/toString')).toBeUndefined();
  });
});

describe('many rules for one address', () => {
  /** Returns patterns that the index cannot distinguish by their text. */
  const alike = (count: number, more: RuleFields = {}): RuleFields[] =>
    Array.from({ length: count }, (_, at) => ({
      url: `^/[ab]{${(at % 900) + 1}}$`,
      flags: { flag_regex: true },
      ...more,
    }));

  it('are tried in their order, whatever the order of their arrival', () => {
    const set = new RuleSet();
    set.putGroup({ id: 1, module_id: 1, enabled: true });
    for (const id of [3, 1, 2, 5, 4]) {
      set.put(ruleOf({ id, position: 10 - id, match: to(`/${id}`) }));
      set.put(
        ruleOf({ id: id + 10, position: 10 - id, url: '^/[s]', match: to(`/${id}`), flags: { flag_regex: true } }),
      );
    }
    expect(set.find('/source').rules.map(({ id }) => id)).toEqual([5, 15, 4, 14, 3, 13, 2, 12, 1, 11]);
    for (const id of [1, 2, 3, 5, 11, 12, 13, 15]) set.remove(id);
    expect(set.find('/source').rules.map(({ id }) => id)).toEqual([4, 14]);
  });

  it('are tried up to the first three hundred enabled ones', () => {
    const set = setOf(...Array.from({ length: 400 }, (_, at): RuleFields => ({ enabled: at > 50 })));
    const ids = set.find('/source').rules.map(({ id }) => id);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([300, 52, 351]);
    const patterns = setOf(...alike(200, { enabled: false }), ...alike(400));
    expect(patterns.find('/b').rules.map(({ id }) => id)).toEqual([201]);
    expect(setOf(...alike(300), { url: '^/b', flags: { flag_regex: true } }).find('/b').rules).toHaveLength(1);
  });

  it('do not redirect after five endless redirects', () => {
    const back = [
      { url: '/b', match: to('/a') },
      ...Array.from({ length: 5 }, (): RuleFields => ({ url: '/a', match: to('/b') })),
    ];
    expect(goesTo(setOf(...back.slice(0, -1), { url: '/a', match: to('/c') }), '/a')).toBe('/c');
    expect(goesTo(setOf(...back, { url: '/a', match: to('/c') }), '/a')).toBeUndefined();
  });

  it('do not try a long pattern on a long address', () => {
    const set = setOf({ url: '^/(?:.?){900}', flags: { flag_regex: true } });
    expect(['x', 'x'.repeat(3_000)].map((rest) => set.find(`/${rest}`).rules.length)).toEqual([1, 0]);
  });
});

describe('redirects that lead back', () => {
  const pattern = (url: string, target: string): RuleFields => ({
    url,
    match: to(target),
    flags: { flag_regex: true },
  });
  /** Returns the addresses of a visit as a browser follows it, at most thirty. */
  const followed = (set: RuleSet, target: string): string[] => {
    const addresses = [target];
    for (let next = goesTo(set, target); next !== undefined && addresses.length < 30; ) {
      const { pathname, search } = new URL(next, 'http://example.org');
      addresses.push(`${pathname}${search}`);
      next = goesTo(set, `${pathname}${search}`);
    }
    return addresses.slice(1);
  };

  it.each<[string, RuleFields[], string]>([
    ['an empty query', [{ url: '/z', match: to('/z?') }], '/z'],
    ['an empty query and a fragment', [{ url: '/z', match: to('/z?#a') }], '/z'],
    [
      'two rules',
      [
        { url: '/a', match: to('/b') },
        { url: '/b', match: to('/a') },
      ],
      '/a',
    ],
    [
      'two rules, from the other one',
      [
        { url: '/a', match: to('/b') },
        { url: '/b', match: to('/a') },
      ],
      '/b',
    ],
    [
      'rules that come back to another address',
      [
        { url: '/a', match: to('/b') },
        { url: '/b', match: to('/c') },
        { url: '/c', match: to('/b') },
      ],
      '/a',
    ],
    [
      'the whole address of the site',
      [
        { url: '/a', match: to('http://example.org/b') },
        { url: '/b', match: to('//example.org/a') },
      ],
      '/a',
    ],
    ['a longer path', [pattern('^/grow/(.*)', '/grow/a$1')], '/grow/x'],
    ['a longer query', [pattern('^/grow(.*)', '/grow$1&a=1')], '/grow?x=1'],
    ['a time', [{ url: '/t', match: to('/t?at=[unixtime]'), flags: { flag_query: 'ignore' } }], '/t'],
    [
      'another case',
      [
        { url: '/a', match: to('/A'), flags: { flag_case: true } },
        { url: '/A', match: to('/a') },
      ],
      '/a',
    ],
  ])('are not followed by %s', (_how, rules, target) => {
    expect(followed(setOf(...rules), target)).toEqual([]);
  });

  it('are not followed through the right address of a page', () => {
    const set = setOf({ url: '/y/', match: to('/y') });
    const visit = visitOf('/y/', { rightAddress: (address) => (address.endsWith('/') ? address : `${address}/`) });
    expect(set.decide(set.find('/y/'), visit)).toEqual({ kind: 'none' });
    expect(goesTo(set, '/y/')).toBe('/y');
  });

  it('are followed if they end', () => {
    expect(followed(setOf({ url: '/a', match: to('/b') }, { url: '/b', match: to('/c') }), '/a')).toEqual(['/b', '/c']);
    expect(followed(setOf(pattern('^(.*)_(.*)$', '$1-$2')), '/a_b_c')).toEqual(['/a_b-c', '/a-b-c']);
    const many = Array.from({ length: 22 }, (_, at): RuleFields => ({ url: `/${at}`, match: to(`/${at + 1}`) }));
    expect(followed(setOf(...many), '/2')).toHaveLength(20);
    expect(followed(setOf(...many), '/1')).toEqual([]);
  });

  it('give way to the next rule', () => {
    const set = setOf({ url: '/a', match: to('/b') }, { url: '/b', match: to('/a') }, { url: '/a', match: to('/c') });
    expect([followed(set, '/a'), followed(set, '/b')]).toEqual([['/c'], []]);
  });

  it('are judged for one visitor', () => {
    const login = (logged_in: string, logged_out: string) => ({ type: 'login', logged_in, logged_out }) as const;
    const set = setOf({ url: '/in', match: login('', '/out') }, { url: '/out', match: login('/in', '') });
    expect([followed(set, '/in'), followed(set, '/out')]).toEqual([['/out'], []]);
  });

  it('end where no rules are tried', () => {
    const set = setOf({ url: '/a', match: to('/admin/') }, { url: '/admin/', match: to('/a') });
    const visit = visitOf('/a', { rightAddress: (address) => (address === '/admin/' ? undefined : address) });
    expect(set.decide(set.find('/a'), visit)).toMatchObject({ location: '/admin/' });
  });

  it('end for missing pages at an existing page', () => {
    const set = setOf({ ...pattern('.*', ''), match: { type: 'page', page: '404', url: '/home' } });
    const visit = visitOf('/none', { rightAddress: (address) => (address.endsWith('/') ? address : `${address}/`) });
    expect(set.decide(set.find('/none'), visit, 'late')).toMatchObject({ location: '/home' });
  });

  it('are not followed if two missing pages lead to each other', () => {
    const page = (url: string, target: string): RuleFields => ({
      url,
      match: { type: 'page', page: '404', url: target },
    });
    const set = setOf(page('/a', '/b'), page('/b', '/a'), { url: '/c', match: to('/d') }, page('/d', '/c'));
    const kinds = ['/a', '/b', '/d'].map((target) => deciding(set, target, 'late').kind);
    expect([...kinds, deciding(set, '/c').kind]).toEqual(['none', 'none', 'none', 'redirect']);
  });

  it('end for any rules', () => {
    const place = fc.constantFrom('/a', '/b', '/c', '/d', '/a?', '/b#x', 'http://example.org/c', '/e');
    const plain = fc.record({ url: fc.constantFrom('/a', '/b', '/c', '/d'), match: place.map(to) });
    const growing = fc.constantFrom(
      pattern('^/(.)$', '/$1/x'),
      pattern('/x', ''),
      pattern('^/(.)/x', '/$1'),
      pattern('c', 'd'),
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(plain, growing), { maxLength: 10 }),
        fc.constantFrom('/a', '/b', '/c/x'),
        (rules, at) => {
          expect(followed(setOf(...rules), at).length).toBeLessThanOrEqual(20);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
