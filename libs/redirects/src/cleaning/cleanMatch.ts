import { canonicalIp } from '../ip.ts';
import type { ActionType, MatchType, RuleMatch } from '../rule.ts';
import { firstLine } from '../text.ts';

/** The `action_data` of a request. */
type ActionData = Readonly<Record<string, unknown>>;

const ACTIONS_WITH_TARGET: ReadonlySet<ActionType> = new Set(['url', 'pass']);

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? firstLine(String(value).trim()).trim() : '';
const name = (value: unknown): string => text(value).replace(/[^A-Za-z0-9_-]/g, '');
const isTrue = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true';
const addresses = (value: unknown): string[] =>
  Array.isArray(value) ? [...new Set(value.flatMap((one) => canonicalIp(text(one)) ?? []))] : [];

/** Normalizes scheme and host; the scheme defaults to that of the request. */
const server = (value: unknown, scheme: string): string => {
  const given = text(value);
  if (given === '') return '';
  const [, named = scheme, host = ''] = /^(?:(https?):\/\/)?([^/?#]*)/i.exec(given) ?? [];
  return `${named}://${host}`.toLowerCase();
};

type Conditions = { readonly [Type in MatchType]: (sent: ActionData, scheme: string) => object };

const conditions: Conditions = {
  url: () => ({}),
  login: () => ({}),
  role: (sent) => ({ role: text(sent.role) }),
  referrer: (sent) => ({ referrer: text(sent.referrer), regex: isTrue(sent.regex) }),
  agent: (sent) => ({ agent: text(sent.agent), regex: isTrue(sent.regex) }),
  cookie: (sent) => ({ name: name(sent.name), value: text(sent.value), regex: isTrue(sent.regex) }),
  header: (sent) => ({ name: name(sent.name), value: text(sent.value), regex: isTrue(sent.regex) }),
  custom: (sent) => ({ filter: name(sent.filter) }),
  server: (sent, scheme) => ({ server: server(sent.server, scheme) }),
  ip: (sent) => ({ ip: addresses(sent.ip) }),
  page: () => ({ page: '404' }),
  language: (sent) => ({ language: text(sent.language).replaceAll(/\s/g, '') }),
};

const targets = (type: MatchType, sent: ActionData): object => {
  if (type === 'url') return { url: text(sent.url) || '/' };
  if (type === 'page') return { url: text(sent.url) };
  if (type === 'login') return { logged_in: text(sent.logged_in), logged_out: text(sent.logged_out) };
  return { url_from: text(sent.url_from), url_notfrom: text(sent.url_notfrom) };
};

const isMembers = (sent: unknown): sent is ActionData =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent);

const isMatchType = (type: string): type is MatchType => Object.hasOwn(conditions, type);

/**
 * Returns the condition of a rule from `match_type`, in any case, and `action_data`, with every member of the type
 * (docs/interface/redirects.md §3).
 * Members of the wrong type count as empty. Without `action_data` a rule of the type `url` has no target.
 * @param scheme of the request, the default for a server without one
 * @returns undefined for an unknown type
 */
export const cleanMatch = (
  sentType: string,
  sent: unknown,
  { action, scheme }: { readonly action: ActionType; readonly scheme: 'http' | 'https' },
): RuleMatch | undefined => {
  const type = sentType.toLowerCase();
  if (!isMatchType(type)) return undefined;
  const data = isMembers(sent) ? sent : {};
  const hasTargets = ACTIONS_WITH_TARGET.has(action) && (isMembers(sent) || type !== 'url');
  // the table has the condition of each type, which the compiler does not follow
  return { type, ...conditions[type](data, scheme), ...(hasTargets && targets(type, data)) } as RuleMatch;
};

/** Returns `action_data` of a record: the members of its condition; null if it has none. */
export const actionData = ({ type: _type, ...data }: RuleMatch): object | null =>
  Object.keys(data).length === 0 ? null : data;
