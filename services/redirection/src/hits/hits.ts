import { isEmpty } from '@almanac/content-model';
import type { Collection, Documents, Entries, Filter, Order } from '@almanac/documents';

/**
 * The number of times that a rule has answered, and the time of its last answer. This is a measurement, not a decision:
 * it is stored by key beside the log (docs/interface/redirection.md §7), with a document for sorting lists.
 */
export interface Hits {
  readonly hits: number;
  /** ISO 8601, UTC; null if the rule never answered. */
  readonly last: string | null;
}

/** Hits of one rule since the last batch of a gateway. */
export interface HitCount {
  readonly rule: number;
  readonly hits: number;
  readonly last: string;
}

type RuleHits = Hits & { readonly rule: number };

export interface HitPorts {
  readonly documents: Documents;
  readonly entries: Entries;
}

export const ruleHits: Collection = {
  name: 'rule-hits',
  projectionVersion: 1,
  indexes: [['hits'], ['last'], ['rule']],
};

const RULE_HITS_KIND = 'rule-hits';
const none: Hits = { hits: 0, last: null };

/** Data stored beside the hits, so that a repeat after a crash counts once. */
interface KeptHits extends Hits {
  /** The batches that were added last. */
  readonly batches?: readonly string[];
  /** The versions of the rule at which editors set its hits. */
  readonly said?: { readonly [Name in keyof Hits]?: number };
  /** True if the rule is deleted: its hits are no longer counted. */
  readonly isGone?: true;
}

/** The number of remembered batches. Each gateway sends one batch after another, so few are under way at once. */
const BATCHES = 32;

/** Changes the hits of a rule; retries if another process changes them at the same time. */
const change = async (ports: HitPorts, rule: number, next: (known: KeptHits) => KeptHits): Promise<void> => {
  const { documents, entries } = ports;
  for (;;) {
    const known = await entries.get<KeptHits>(RULE_HITS_KIND, String(rule));
    const body = next(known?.body ?? none);
    const revision = known?.revision ?? 0;
    if (!(await entries.put(RULE_HITS_KIND, String(rule), body, { ifRevision: revision }))) continue;
    const written = body.isGone ? null : { hits: body.hits, last: body.last, rule };
    await documents.write([{ collection: ruleHits, id: rule, version: revision + 1, body: written }]);
    return;
  }
};

/** Adds the counts of a gateway. A repeated batch counts once. */
export const addHits = async (ports: HitPorts, batch: string, counts: readonly HitCount[]): Promise<void> => {
  for (const { rule, hits, last } of counts) {
    await change(ports, rule, (known) => {
      const { batches = [] } = known;
      if (known.isGone || batches.includes(batch)) return known;
      return {
        ...known,
        hits: known.hits + hits,
        last: known.last !== null && known.last > last ? known.last : last,
        batches: [...batches, batch].slice(-BATCHES),
      };
    });
  }
};

/** The hits of a rule as an editor set them. */
export interface HitsByEditor {
  readonly rule: number;
  /** The version of the rule at which the editor set them. */
  readonly version: number;
  /** A missing member stays as it is. */
  readonly hits: Partial<Hits>;
}

const MEMBERS = ['hits', 'last'] as const satisfies readonly (keyof Hits)[];

/** Sets the hits of a rule to the values from an editor, once. An older value never replaces a newer one. */
export const setHits = async (ports: HitPorts, { rule, version, hits }: HitsByEditor): Promise<void> => {
  if (isEmpty(hits)) return;
  await change(ports, rule, (known) => {
    if (known.isGone) return known;
    const names = MEMBERS.filter((name) => name in hits && version > (known.said?.[name] ?? 0));
    const news = Object.fromEntries(names.map((name) => [name, hits[name]]));
    return { ...known, ...news, said: { ...known.said, ...Object.fromEntries(names.map((name) => [name, version])) } };
  });
};

/** Deletes the hits of deleted rules. */
export const dropHits = async (ports: HitPorts, rules: readonly number[]): Promise<void> => {
  const known = await ports.documents.getMany<RuleHits>(ruleHits, rules);
  for (const { rule } of known) await change(ports, rule, () => ({ ...none, isGone: true }));
};

/** Returns a function from a rule to its hits; 0 for a rule that never answered. */
export const hitsOf = async (
  documents: Pick<Documents, 'getMany'>,
  rules: readonly number[],
): Promise<(rule: number) => Hits> => {
  const found = new Map((await documents.getMany<RuleHits>(ruleHits, rules)).map((each) => [each.rule, each]));
  return (rule) => found.get(rule) ?? none;
};

/** Returns a filter for rules that have answered at that moment or later; without a moment, ever. */
export const answeredSince = (moment?: string): Filter => ({
  referencedBy: {
    collection: ruleHits,
    field: 'rule',
    filter: moment === undefined ? { not: { field: 'last', equals: null } } : { field: 'last', from: moment },
  },
});

export interface RankedPage {
  /** The collection of the rules, and the filter of the listed ones. */
  readonly collection: Collection;
  readonly filter: Filter;
  readonly by: 'hits' | 'last';
  readonly direction: Order['direction'];
  readonly offset: number;
  readonly limit: number;
}

/**
 * Returns the ids of one page of rules sorted by their hits. Rules without hits come last, or first in ascending order,
 * sorted by their ids.
 */
export const rankedByHits = async (documents: Documents, page: RankedPage): Promise<number[]> => {
  const { collection, filter, direction, offset, limit } = page;
  const measured: Filter = { referencedBy: { collection: ruleHits, field: 'rule' } };
  const counted: Filter = { referencedBy: { collection, field: 'id', filter } };
  const ranked = async (from: number, most: number) => {
    if (most <= 0) return [];
    const order = [{ field: page.by, direction }];
    const found = await documents.find<RuleHits>(ruleHits, { filter: counted, order, offset: from, limit: most });
    return found.map(({ rule }) => rule);
  };
  const others = async (from: number, most: number) => {
    if (most <= 0) return [];
    const unmeasured: Filter = { all: [filter, { not: measured }] };
    const order: Order[] = [{ field: 'id', direction }];
    const found = await documents.find<{ readonly id: number }>(collection, {
      filter: unmeasured,
      order,
      offset: from,
      limit: most,
    });
    return found.map(({ id }) => id);
  };
  const [first, second] = direction === 'desc' ? [ranked, others] : [others, ranked];
  const head = await first(offset, limit);
  if (head.length === limit) return head;
  const before = await countOf(documents, page, direction === 'desc' ? counted : measured);
  return [...head, ...(await second(Math.max(0, offset - before), limit - head.length))];
};

const countOf = (documents: Documents, { collection, filter, direction }: RankedPage, which: Filter) =>
  direction === 'desc'
    ? documents.count(ruleHits, which)
    : documents.count(collection, { all: [filter, { not: which }] });
