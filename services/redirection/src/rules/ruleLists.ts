import type { Filter, Order } from '@almanac/documents';
import { errorCodes, redirectCodes } from '@almanac/redirects/cleaning';
import { actionTypes } from '@almanac/redirects/schemas';
import { type Group, groups } from '../groups/group.ts';
import { answeredSince, hitsOf, rankedByHits } from '../hits/hits.ts';
import {
  containsFilter,
  enabledFilter,
  type KnownFilters,
  type ListArgs,
  listFilter,
  numberFilter,
  pageOf,
} from '../lists.ts';
import type { Redirection } from '../redirection.ts';
import { type Rule, rules } from './rule.ts';
import { type RuleView, ruleView } from './ruleView.ts';
import { matchTypes } from './targets.ts';

export const ruleOrders = ['source', 'last_count', 'last_access', 'position', 'id'] as const;

const DAY_MS = 86_400_000;
const AGE_DAYS = { year: 365, month: 30 } as const;

/** Matches a rule that may answer: the rule and its group are enabled. */
const enabled: Filter = {
  all: [
    { field: 'enabled', equals: true },
    {
      field: 'group_id',
      referencedBy: { collection: groups, field: 'id', filter: { field: 'enabled', equals: true } },
    },
  ],
};

const known =
  <Value extends string | number>(field: string, values: readonly Value[], read: (sent: string) => Value | undefined) =>
  (sent: string): Filter | undefined => {
    const value = read(sent);
    return value !== undefined && values.includes(value) ? { field, equals: value } : undefined;
  };

/** Returns the filters of lists of rules (docs/interface/redirection.md §4.3). */
export const ruleFilters = (now: () => Date): KnownFilters => ({
  status: enabledFilter(enabled),
  url: containsFilter('url'),
  'url-match': (value) => ({ field: 'flags.flag_regex', equals: value === 'regular' }),
  match: known('match.type', matchTypes, (sent) => matchTypes.find((each) => each === sent.toLowerCase())),
  action: known('action_type', actionTypes, (sent) => actionTypes.find((each) => each === sent)),
  http: known('action_code', [...redirectCodes, ...errorCodes], Number),
  access: (value) => {
    const days = value === 'year' || value === 'month' ? AGE_DAYS[value] : undefined;
    if (days === undefined) return { not: answeredSince() };
    return { not: answeredSince(new Date(now().getTime() - days * DAY_MS).toISOString()) };
  },
  target: containsFilter('target'),
  title: containsFilter('title'),
  group: numberFilter('group_id'),
  id: numberFilter('id'),
});

const fields: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ source: 'sortUrl', position: 'position' }),
);

/** Returns one page of rules for a list. */
export const ruleList = async (redirection: Redirection, asked: ListArgs, language: string) => {
  const filter = listFilter(ruleFilters(redirection.now), asked.filterBy);
  const { items, total } = await pageOfRules(redirection, filter, asked);
  return { items: await viewsOf(redirection, items, language), total };
};

const pageOfRules = async ({ documents }: Redirection, filter: Filter, asked: ListArgs) => {
  const { orderby = '', direction, page, per_page: limit } = asked;
  if (orderby !== 'last_count' && orderby !== 'last_access') {
    const order: Order[] = [{ field: fields.get(orderby) ?? 'id', direction }];
    return pageOf<Rule>(documents, rules, { filter, order, asked });
  }
  const by = orderby === 'last_count' ? ('hits' as const) : ('last' as const);
  const ranked = { collection: rules, filter, by, direction, offset: page * limit, limit };
  const ids = await rankedByHits(documents, ranked);
  const [items, total] = await Promise.all([documents.getMany<Rule>(rules, ids), documents.count(rules, filter)]);
  return { items, total };
};

/** Returns the views of rules in the given order. */
export const viewsOf = async (
  { documents, settings }: Redirection,
  found: readonly Rule[],
  language: string,
): Promise<RuleView[]> => {
  const [hits, named] = await Promise.all([
    hitsOf(
      documents,
      found.map(({ id }) => id),
    ),
    documents.getMany<Group>(groups, [...new Set(found.map(({ group_id }) => group_id))]),
  ]);
  const disabled = new Set(named.flatMap((group) => (group.enabled ? [] : [group.id])));
  return found.map((rule) =>
    ruleView(rule, { hits: hits(rule.id), groupEnabled: !disabled.has(rule.group_id), settings, language }),
  );
};
