import {
  actionData,
  type CleanSource,
  cleanCode,
  cleanFlags,
  cleanMatch,
  cleanSource,
  isPattern,
  lookupKey,
  MAX_KEY_LENGTH,
} from '@almanac/redirects/cleaning';
import { type ActionType, actionTypes, type RuleFlags, type RuleMatch } from '@almanac/redirects/schemas';
import { isObject } from '@almanac/rest';
import { cutToBytes, plainText } from '@almanac/text';
import { redirectionErrors } from '../errors.ts';
import type { Rule, RuleFields } from './rule.ts';
import type { SentRule } from './sentRule.ts';

/** The settings of the site that affect how a rule is read. */
export interface RuleSite {
  /** The site's address: `https://example.org`. */
  readonly origin: string;
  /** The default comparison of addresses for a rule without flags. */
  readonly flags: RuleFlags;
  /** The address of a rule that is sent with an empty one. */
  readonly emptySource: string;
}

/** The fields of a rule from a request; an update has only those that it names. */
export type RequestFields = Omit<RuleFields, 'group_id' | 'position' | 'title' | 'url'> &
  Partial<Pick<RuleFields, 'position' | 'title' | 'url'>>;

const MAX_TITLE_LENGTH = 500;
const HIGHEST_POSITION = 4_294_967_295;

/**
 * Reads a rule from a request (docs/interface/redirection.md §4.1).
 * @param url one of the sent addresses; undefined if none was sent
 * @param before the current rule; undefined for a new one
 * @throws DomainError 400
 */
export const storedRule = (sent: SentRule, url: string | undefined, site: RuleSite, before?: Rule): RequestFields => {
  const action = actionOf(sent, before);
  const flags = flagsOf(sent, site.flags, before);
  const source = url === undefined ? undefined : sourceOf(url, flags, site);
  const match = matchOf({ sent, action, scheme: schemeOf(site), server: source?.server }, before);
  requirePatterns(flags, source?.url ?? before?.url ?? '', match);
  const { title, position } = sent;
  return {
    ...(source !== undefined && { url: source.url }),
    flags,
    match,
    action_type: action,
    action_code: cleanCode(action, sent.action_code ?? before?.action_code),
    log_exclude: excludedOf(sent, before),
    ...(title !== undefined && { title: storedTitle(title) }),
    ...(position !== undefined && { position: positionOf(position) }),
  };
};

const schemeOf = ({ origin }: RuleSite): 'http' | 'https' => (origin.startsWith('https:') ? 'https' : 'http');

const actionOf = ({ action_type: sent }: SentRule, before: Rule | undefined): ActionType => {
  const action = sent === undefined ? before?.action_type : actionTypes.find((known) => known === sent);
  if (action === undefined) throw redirectionErrors.invalidAction();
  return action;
};

const members = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});

/** The flags of a new rule that names some of its flags, but not these. */
const UNNAMED_FLAGS: RuleFlags = { flag_query: 'exact', flag_case: false, flag_trailing: false, flag_regex: false };

/**
 * Returns the flags. A missing flag stays as it is. A new rule without flags takes the site's; if it names some, the
 * others are false.
 */
const flagsOf = ({ match_data: data, regex }: SentRule, ofSite: RuleFlags, before: Rule | undefined): RuleFlags => {
  if (data?.source !== undefined) return cleanFlags(members(data.source), before?.flags ?? UNNAMED_FLAGS);
  return cleanFlags(regex === undefined ? {} : { flag_regex: regex }, before?.flags ?? ofSite);
};

const sourceOf = (url: string, flags: RuleFlags, site: RuleSite): CleanSource => {
  const host = URL.parse(site.origin)?.hostname ?? '';
  if (url.length > MAX_KEY_LENGTH) throw redirectionErrors.ruleTooLong();
  const sent = url === '' && !flags.flag_regex ? site.emptySource : url;
  const source = cleanSource(sent, { regex: flags.flag_regex, host });
  if (source === undefined || !source.url.isWellFormed()) throw redirectionErrors.invalidSource();
  if (source.url.length > MAX_KEY_LENGTH || lookupKey(source.url, flags).length > MAX_KEY_LENGTH)
    throw redirectionErrors.ruleTooLong();
  return source;
};

interface SentMatch {
  readonly sent: SentRule;
  readonly action: ActionType;
  readonly scheme: 'http' | 'https';
  /** The host of the address if it is not the site's; otherwise undefined. */
  readonly server: string | undefined;
}

/** Returns the condition. A missing condition stays as it is if its type is the same. */
const matchOf = ({ sent, action, scheme, server }: SentMatch, before: Rule | undefined): RuleMatch => {
  const type = sent.match_type ?? before?.match.type ?? '';
  const kept = before !== undefined && before.match.type === type.toLowerCase() ? actionData(before.match) : undefined;
  const data = sent.action_data ?? kept ?? undefined;
  const moved = server === undefined ? undefined : { server, url_from: members(data).url };
  const match = cleanMatch(type, data, { action, scheme });
  if (match === undefined) throw redirectionErrors.invalidMatcher();
  return moved === undefined ? match : (cleanMatch('server', moved, { action, scheme }) ?? match);
};

const requirePatterns = ({ flag_regex }: RuleFlags, source: string, match: RuleMatch): void => {
  const patterns = [...(flag_regex ? [source] : []), ...conditionPatterns(match)];
  const faulty = patterns.find((pattern) => !isPattern(pattern));
  if (faulty !== undefined) throw redirectionErrors.invalidPattern({ params: { pattern: faulty } });
};

const conditionPatterns = (match: RuleMatch): string[] => {
  if (!('regex' in match) || !match.regex) return [];
  if (match.type === 'referrer') return [match.referrer];
  return match.type === 'agent' ? [match.agent] : [match.value];
};

const excludedOf = ({ match_data: data }: SentRule, before: Rule | undefined): boolean =>
  data?.options === undefined ? (before?.log_exclude ?? false) : members(data.options).log_exclude === true;

/** Returns one line without markup, at most 500 bytes. */
const storedTitle = (sent: string): string => cutToBytes(plainText(sent), MAX_TITLE_LENGTH).trim();

const positionOf = (sent: string | 0): number => {
  const position = Math.trunc(Number(sent));
  return Number.isNaN(position) ? 0 : Math.min(Math.max(position, 0), HIGHEST_POSITION);
};
