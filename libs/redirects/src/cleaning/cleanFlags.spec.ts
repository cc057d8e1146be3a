import { cleanCode } from './cleanCode.ts';
import { cleanFlags } from './cleanFlags.ts';

const off = { flag_query: 'exact', flag_case: false, flag_trailing: false, flag_regex: false } as const;

describe('the flags of a source', () => {
  it.each([
    [{}, off],
    [{ cats: true, flag_case: 'true', flag_trailing: 1, flag_query: 'cats' }, off],
    [{ flag_query: 'ignore' }, { ...off, flag_query: 'ignore' }],
    [{ flag_query: 'exactorder' }, { ...off, flag_query: 'exactorder' }],
    [{ flag_query: 'pass' }, { ...off, flag_query: 'pass' }],
    [{ flag_case: true }, { ...off, flag_case: true }],
    [{ flag_trailing: true }, { ...off, flag_trailing: true }],
    [
      { flag_regex: true, flag_case: true, flag_trailing: true, flag_query: 'pass' },
      { flag_query: 'exact', flag_case: true, flag_trailing: true, flag_regex: true },
    ],
    [
      { flag_regex: false, flag_case: true, flag_trailing: true, flag_query: 'pass' },
      { flag_query: 'pass', flag_case: true, flag_trailing: true, flag_regex: false },
    ],
  ])('are %j as %j on a site that has chosen none', (sent, flags) => {
    expect(cleanFlags(sent, off)).toEqual(flags);
  });

  it('are the site’s if a request leaves them out', () => {
    const site = { flag_query: 'ignore', flag_case: true, flag_trailing: true, flag_regex: false } as const;
    expect(cleanFlags({ flag_trailing: false }, site)).toEqual({ ...site, flag_trailing: false });
  });
});

describe('the status of a rule', () => {
  it.each([
    ['url', 'cat', 301],
    ['url', 404, 301],
    ['url', 301, 301],
    ['url', '308', 308],
    ['random', 307, 307],
    ['error', 301, 404],
    ['error', 404, 404],
    ['error', 451, 451],
    ['pass', 301, 0],
    ['nothing', 6, 0],
    ['url', undefined, 301],
  ] as const)('follows from the action %s and %j: %d', (action, sent, code) => {
    expect(cleanCode(action, sent)).toBe(code);
  });
});
