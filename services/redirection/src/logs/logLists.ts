import { setImmediate as breathe } from 'node:timers/promises';
import { formatDate, toWallClock } from '@almanac/dates';
import type { Documents, Filter, Order } from '@almanac/documents';
import { canonicalIp } from '@almanac/redirects/cleaning';
import type { RestRequest } from '@almanac/rest';
import type { Settings } from '@almanac/service';
import {
  containsFilter,
  type FilterOf,
  type KnownFilters,
  type ListArgs,
  listFilter,
  numberFilter,
  pageOf,
} from '../lists.ts';
import type { Redirection } from '../redirection.ts';
import { RuleWarnings } from '../rules/chains.ts';
import type { AccessLog, LogRecord } from './accessLog.ts';

export const logOrders = ['url', 'ip', 'total', 'count'] as const;

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH'];

const byAddress: FilterOf = (value) => {
  const address = canonicalIp(value);
  return address === undefined ? containsFilter('ip')(value) : { field: 'ip', equals: address };
};

const byMethod: FilterOf = (value) =>
  METHODS.includes(value.toUpperCase()) ? { field: 'method', equals: value.toUpperCase() } : undefined;

/** The filters of both logs (docs/interface/redirection.md §6). */
const sharedFilters: KnownFilters = {
  ip: byAddress,
  url: containsFilter('url'),
  'url-exact': (value) => ({ texts: ['url'], exactly: value }),
  referrer: containsFilter('referrer'),
  agent: containsFilter('agent'),
  domain: containsFilter('domain'),
  method: byMethod,
  http: numberFilter('code'),
};

const redirectFilters: KnownFilters = {
  ...sharedFilters,
  target: containsFilter('target'),
  redirect_by: (value) => ({ field: 'by', equals: value.toLowerCase() }),
};

/** Returns the filters of a log; the 404 log has no target. */
export const logFilters = ({ name }: AccessLog): KnownFilters => (name === 'log' ? redirectFilters : sharedFilters);

type Grouping = 'ip' | 'url' | 'agent' | 'url-exact';

/** Returns the grouping that a request names; undefined for one that the log does not have. */
export const groupingOf = ({ name }: AccessLog, asked: string | undefined): Grouping | undefined => {
  const known = ['ip', 'url', 'agent', ...(name === 'log' ? [] : (['url-exact'] as const))] as const;
  return known.find((each) => each === asked);
};

const fields: ReadonlyMap<string, string> = new Map(Object.entries<string>({ url: 'sortUrl', ip: 'ip' }));

const SLUG_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ redirection: 'Redirection', core: 'Core' }),
);

const shownMoment = (created: string, settings: Settings, language: string) => {
  const { timezone, date_format, time_format } = settings.current();
  const clock = toWallClock(Date.parse(created), timezone);
  return {
    created: formatDate(date_format, clock, language, timezone),
    created_time: formatDate(time_format, clock, language, timezone),
  };
};

/** Returns a record as the interface shows it. */
const recordView = (record: LogRecord, { name }: AccessLog, settings: Settings, language: string) => ({
  id: record.number,
  ...shownMoment(record.created, settings, language),
  url: record.url,
  agent: record.agent,
  referrer: record.referrer,
  domain: record.domain,
  ip: record.ip,
  http_code: record.code,
  request_method: record.method,
  request_data: record.headers === undefined ? ('' as const) : { headers: record.headers },
  ...(name === 'log' && {
    sent_to: record.target,
    redirection_id: record.rule,
    redirect_by_slug: record.by,
    redirect_by: SLUG_NAMES.get(record.by) ?? '',
  }),
});

export interface LogListArgs extends ListArgs {
  readonly groupBy?: string | undefined;
  readonly unanswered?: boolean | undefined;
}

/** Returns one page of a log, or of its counts by value. */
export const logList = async (
  redirection: Redirection,
  log: AccessLog,
  asked: LogListArgs,
  { language, site }: Pick<RestRequest, 'language' | 'site'>,
) => {
  const { documents, settings } = redirection;
  const filter = listFilter(logFilters(log), asked.filterBy);
  const groupBy = groupingOf(log, asked.groupBy);
  if (groupBy !== undefined) return groupedPage(redirection, log, { ...asked, filter, groupBy, site });
  const order: Order[] = [{ field: fields.get(asked.orderby ?? '') ?? 'number', direction: asked.direction }];
  const { items, total } = await pageOf<LogRecord>(documents, log.collection, { filter, order, asked });
  return { items: items.map((record) => recordView(record, log, settings, language)), total };
};

const AT_ONCE = 1_000;

/** Yields the matching records in parts, oldest first; at most as many as the log holds. */
export async function* inParts(documents: Documents, log: AccessLog, filter: Filter): AsyncGenerator<LogRecord[]> {
  let after = 0;
  for (;;) {
    const part = await documents.find<LogRecord>(log.collection, {
      filter: { all: [filter, { field: 'number', after }] },
      order: [{ field: 'number', direction: 'asc' }],
      limit: AT_ONCE,
    });
    const last = part.at(-1);
    if (last === undefined) return;
    yield part;
    after = last.number;
    await breathe();
  }
}

interface GroupedAsked extends LogListArgs {
  readonly filter: Filter;
  readonly groupBy: Grouping;
  /** The site's address: `https://example.org` */
  readonly site: string;
}

interface ValueCount {
  readonly value: string | null;
  count: number;
}

/** The number of addresses that are compared with the rules, from the first of the list on. */
const MAX_COMPARED = 1_000;

/** Returns the addresses that no rule answers now. */
const unansweredOf = async (
  redirection: Redirection,
  site: string,
  values: readonly ValueCount[],
): Promise<readonly ValueCount[]> => {
  const compared = values.slice(0, MAX_COMPARED);
  const outcomes = await new RuleWarnings(redirection, site).outcomesOf(compared.map(({ value }) => value ?? ''));
  return compared.filter((_, place) => outcomes[place]?.kind === 'none');
};

/** Returns one page of values with their counts. Case is ignored; the first spelling is shown. */
const groupedPage = async (redirection: Redirection, log: AccessLog, asked: GroupedAsked) => {
  const member = asked.groupBy === 'url-exact' ? 'url' : asked.groupBy;
  const counted = new Map<string | null, ValueCount>();
  for await (const part of inParts(redirection.documents, log, asked.filter)) {
    for (const record of part) {
      const value = record[member];
      counted.getOrInsertComputed(value?.toLowerCase() ?? null, () => ({ value, count: 0 })).count++;
    }
  }
  const sign = asked.direction === 'asc' ? 1 : -1;
  const sorted = [...counted.values()].sort(
    (one, other) => sign * (one.count - other.count) || compared(one.value ?? '', other.value ?? ''),
  );
  const isNarrowed = asked.unanswered === true && member === 'url';
  const listed = isNarrowed ? await unansweredOf(redirection, asked.site, sorted) : sorted;
  const offset = asked.page * asked.per_page;
  const items = listed
    .slice(offset, offset + asked.per_page)
    .map(({ value, count }) => ({ count, [member]: value, id: value ?? '' }));
  return { items, total: listed.length };
};

const compared = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
