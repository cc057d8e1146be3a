import { parseDateText } from '@almanac/dates';
import { streamOf } from '@almanac/event-sourcing';
import { createPause, type RestRequest } from '@almanac/rest';
import { redirectionErrors } from '../errors.ts';
import { groupDecider } from '../groups/group.ts';
import type { Hits } from '../hits/hits.ts';
import { currentOptions, OPTIONS_STREAM } from '../options/options.ts';
import type { Redirection } from '../redirection.ts';
import type { Rule } from './rule.ts';
import { createRules, type NewRule, nextPosition, rememberGroup, requireGroup, startCounters } from './ruleWriting.ts';
import type { SentRule } from './sentRule.ts';
import { type RequestFields, type RuleSite, storedRule } from './storedRule.ts';

type CreateRequest = Pick<RestRequest<SentRule>, 'args' | 'commands' | 'context' | 'site'>;

/** Returns the settings of the site that affect how a sent rule is read. */
export const ruleSite = async (redirection: Redirection, origin: string): Promise<RuleSite> => {
  const options = await currentOptions(redirection.documents);
  const { flag_query, flag_case, flag_trailing, flag_regex } = options;
  const seconds = Math.floor(redirection.now().getTime() / 1_000);
  return {
    origin,
    flags: { flag_query, flag_case, flag_trailing, flag_regex },
    emptySource: options.auto_target.replaceAll('$dec$', `${seconds}`).replaceAll('$hex$', seconds.toString(16)) || '/',
  };
};

/** Returns the id of the group from a request; undefined if it is not an id. */
export const groupOf = ({ group_id: sent }: SentRule): number | undefined =>
  sent !== undefined && /^\d{1,15}$/.test(sent) ? Number(sent) : undefined;

const MAX_HITS = 4_294_967_295;

/**
 * Returns the new values of the counter. An invalid number is 0; an invalid date changes nothing. Days are in the
 * site's timezone.
 */
export const sentHits = (
  { hits, last_access }: Pick<SentRule, 'hits' | 'last_access'>,
  { now, settings }: Pick<Redirection, 'now' | 'settings'>,
): Partial<Hits> => {
  const context = { now: now().getTime(), zone: settings.current().timezone };
  const parsed = last_access === undefined ? undefined : parseDateText(last_access, context);
  return {
    ...(hits !== undefined && { hits: Math.min(Math.max(0, Math.trunc(Number(hits)) || 0), MAX_HITS) }),
    ...(parsed !== undefined && { last: new Date(parsed.instant).toISOString() }),
  };
};

/** Returns the position of a new rule. Clients send the number 0 to leave the position to the site. */
const placeOf = ({ position: sent }: SentRule, { position }: RequestFields): number | undefined =>
  sent === 0 ? undefined : position;

/** Reads one rule for each address; compiling a pattern may take some milliseconds. */
const readRules = async (sent: SentRule, urls: readonly string[], site: RuleSite): Promise<RequestFields[]> => {
  const pause = createPause();
  const read: RequestFields[] = [];
  for (const url of urls) {
    await pause();
    read.push(storedRule(sent, url, site));
  }
  return read;
};

/**
 * Creates a rule for each of the given addresses, all or none. Without an address it does nothing.
 * @throws DomainError 400
 */
export const addRules = async (redirection: Redirection, asked: CreateRequest): Promise<Rule[]> => {
  const { args, commands, context, site: origin } = asked;
  if (args.url === undefined) return [];
  const site = await ruleSite(redirection, origin);
  const read = await readRules(args, args.url, site);
  const group = groupOf(args);
  if (group === undefined) throw redirectionErrors.unknownGroupOfRule();
  const first = await nextPosition(redirection.documents, group);
  const enabled = args.enabled !== false && args.status !== false;
  const hits = sentHits(args, redirection);
  const made: NewRule[] = [];
  for (const [index, said] of read.entries()) {
    const position = placeOf(args, said) ?? first + index;
    const fields = { title: '', url: '', ...said, position, group_id: group };
    const id = context.moved?.id ?? (await redirection.numbers.next('records'));
    made.push({ id, fields, enabled, hits });
  }
  const { result } = await commands.run(
    context,
    async (unit) => {
      await requireGroup(unit, group);
      await rememberGroup(unit, group);
      return createRules(unit, made);
    },
    { mutexKeys: [OPTIONS_STREAM, streamOf(groupDecider, group)] },
  );
  await startCounters(redirection, made, result);
  return result;
};
