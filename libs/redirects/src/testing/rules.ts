import type { RedirectRule, RuleFlags } from '../rule.ts';
import type { Visit } from '../visit.ts';

export const plainFlags: RuleFlags = { flag_query: 'exact', flag_case: false, flag_trailing: false, flag_regex: false };

type GivenRule = Partial<Omit<RedirectRule, 'flags'>> & { readonly flags?: Partial<RuleFlags> };

/** Creates a rule of group 1 from `/source` to `/target`, with the given members. */
export const ruleOf = ({ flags, ...given }: GivenRule = {}): RedirectRule => ({
  id: 1,
  group_id: 1,
  position: 0,
  enabled: true,
  url: '/source',
  match: { type: 'url', url: '/target' },
  action_type: 'url',
  action_code: 301,
  log_exclude: false,
  ...given,
  flags: { ...plainFlags, ...flags },
});

/** Creates an anonymous visit to an address of `http://example.org`. */
export const visitOf = (target: string, given: Partial<Visit> = {}): Visit => ({
  target,
  origin: 'http://example.org',
  host: 'example.org',
  headers: {},
  ip: '192.0.2.1',
  now: new Date('2026-07-01T12:00:00Z'),
  rightAddress: (address) => address,
  ...given,
});
