import type { RedirectRule } from '@almanac/redirects/schemas';

/** Shapes of the measured rules. */
export type RuleKind = 'exact' | 'prefix' | 'inner';

const shapes: Record<RuleKind, { readonly url: (n: number) => string; readonly visit: (n: number) => string }> = {
  exact: {
    url: (n) => `/old/section-${n % 97}/page-number-${n}/`,
    visit: (n) => `/old/section-${n % 97}/page-number-${n}/`,
  },
  prefix: { url: (n) => `^/old-section-${n}/(\\d+)/([^/]+)/?$`, visit: (n) => `/old-section-${n}/17/some-page/` },
  inner: {
    url: (n) => `(?:archive|blog)/.*-topic${n}\\.html?$`,
    visit: (n) => `/blog/2020/about-topic${n}.html`,
  },
};

/** Returns a rule of a shape; every number gives another rule. */
export const ruleNumbered = (kind: RuleKind, n: number): RedirectRule => ({
  id: n,
  group_id: 1,
  position: n,
  enabled: true,
  log_exclude: false,
  url: shapes[kind].url(n),
  flags: { flag_query: 'exact', flag_case: kind !== 'prefix', flag_trailing: true, flag_regex: kind !== 'exact' },
  match: { type: 'url', url: kind === 'prefix' ? '/new/$1/$2/' : `/new/page-${n}/` },
  action_type: 'url',
  action_code: 301,
});

/** Returns an address that matches the rule of that number. */
export const visitNumbered = (kind: RuleKind, n: number): string => shapes[kind].visit(n);
