import { compilePattern, matchesPattern } from '../pattern.ts';
import type { RuleMatch } from '../rule.ts';
import { decoded } from '../text.ts';
import type { Visit } from '../visit.ts';

/** Declared as a method, whose parameters TypeScript compares bivariantly: the table is read by a union of types. */
type Ask<Type extends RuleMatch['type']> = {
  ask(match: Extract<RuleMatch, { type: Type }>, visit: Visit): boolean;
}['ask'];

const headerOf = ({ headers }: Visit, name: string): string | undefined => {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return typeof value === 'object' ? value.join(', ') : value;
};

/** True if a value is equal, or matches as a pattern that ignores case; false for a missing value. */
const fits = (wanted: string, regex: boolean, value: string | undefined): boolean => {
  if (value === undefined) return false;
  if (!regex) return value === wanted;
  const pattern = compilePattern(wanted, { ignoreCase: true });
  return pattern !== undefined && matchesPattern(pattern, value);
};

/** Returns the percent-decoded value of a cookie, since cookies are stored encoded. */
const cookieOf = (visit: Visit, name: string): string | undefined => {
  const pairs = (headerOf(visit, 'cookie') ?? '').split(';').map((pair) => pair.trim());
  const pair = pairs.find((one) => one.startsWith(`${name}=`));
  return pair === undefined ? undefined : decoded(pair.slice(name.length + 1));
};

/** Returns the visitor's most preferred languages: those before the first weight. */
const preferredLanguages = (visit: Visit): string[] =>
  (headerOf(visit, 'accept-language') ?? '')
    .split(';', 1)[0]
    ?.split(',')
    .map((one) => one.trim()) ?? [];

const hostOf = (server: string): string => server.replace(/^https?:\/\//, '').replace(/:\d+$/, '');

const conditions: { readonly [Type in RuleMatch['type']]: Ask<Type> } = {
  url: () => true,
  page: () => true,
  custom: () => false,
  login: (_match, { user }) => user !== undefined,
  role: ({ role }, { user }) => user?.has(role) === true,
  referrer: ({ referrer, regex }, visit) => fits(referrer, regex, headerOf(visit, 'referer')),
  agent: ({ agent, regex }, visit) => fits(agent, regex, headerOf(visit, 'user-agent')),
  cookie: ({ name, value, regex }, visit) => fits(value, regex, cookieOf(visit, name)),
  header: ({ name, value, regex }, visit) => fits(value, regex, headerOf(visit, name.toLowerCase())),
  server: ({ server }, { host }) => host !== '' && hostOf(server) === host.toLowerCase(),
  ip: ({ ip }, visit) => ip.includes(visit.ip),
  language: ({ language }, visit) => {
    const preferred = preferredLanguages(visit);
    return language.split(',').some((one) => one !== '' && preferred.includes(one));
  },
};

/** True if the condition of a rule holds for a visit (docs/interface/redirects.md §3). */
export const conditionHolds = (match: RuleMatch, visit: Visit): boolean => {
  const ask: Ask<RuleMatch['type']> = conditions[match.type];
  return ask(match, visit);
};

/** Returns the target of a rule for a condition that holds, or does not; empty for none. */
export const targetFor = (match: RuleMatch, holds: boolean): string => {
  if (match.type === 'url' || match.type === 'page') return (holds ? match.url : undefined) ?? '';
  if (match.type === 'login') return (holds ? match.logged_in : match.logged_out) ?? '';
  return (holds ? match.url_from : match.url_notfrom) ?? '';
};

/** True if the condition depends on the signed-in user. */
export const dependsOnUser = ({ type }: RuleMatch): boolean => type === 'login' || type === 'role';
