import type { Documents, Filter } from '@almanac/documents';
import { streamOf, type UnitOfWork } from '@almanac/event-sourcing';
import { createPause, type RestRequest } from '@almanac/rest';
import { idsOf } from '../bulkArgs.ts';
import { redirectionErrors } from '../errors.ts';
import { dropHits, setHits } from '../hits/hits.ts';
import { type Filters, strictFilter } from '../lists.ts';
import type { Acting, Redirection, RulesOfGroups } from '../redirection.ts';
import { isThere, type Rule, type RuleCommand, ruleDecider, rules } from './rule.ts';
import { ruleFilters } from './ruleLists.ts';

export const ruleActions = ['delete', 'enable', 'disable', 'reset'] as const;
type RuleAction = (typeof ruleActions)[number];

/** The number of rules per commit of an action on all matches: 500 delayed other requests for 75 ms. */
const AT_ONCE = 200;
const NO_HITS = { hits: 0, last: null };

const commands: Readonly<Record<RuleAction, RuleCommand>> = {
  delete: { type: 'DeleteRule' },
  enable: { type: 'EnableRule' },
  disable: { type: 'DisableRule' },
  reset: { type: 'SetHits', hits: NO_HITS },
};

interface BulkArgs {
  readonly bulk: RuleAction;
  readonly items?: readonly string[] | undefined;
  readonly global?: boolean | undefined;
  readonly filterBy?: Filters | undefined;
}

/**
 * Applies an action to the chosen rules, all or none. With `global`, applies it to all rules that match the filters,
 * some hundreds per commit (docs/interface/redirection.md §4.4).
 * @throws DomainError 400 for an unknown id or an unknown filter value
 */
export const bulkRules = async (
  redirection: Redirection,
  request: RestRequest<unknown>,
  asked: BulkArgs,
): Promise<void> => {
  const { bulk, items = [], global, filterBy } = asked;
  const { commands, context, abandoned } = request;
  const acting = { ...redirection, commands, context, abandoned };
  if (items.length > 0) {
    await act(acting, bulk, idsOf(items), { strict: true });
  } else if (global === true) {
    const filter = strictFilter(ruleFilters(redirection.now), filterBy);
    const signal = request.abandoned();
    for await (const ids of inParts(redirection.documents, filter)) {
      signal.throwIfAborted();
      await act(acting, bulk, ids, { strict: false });
    }
  }
};

/** Yields the matching rules by id, in parts; other requests are answered between the parts. */
export async function* rulesInParts(documents: Pick<Documents, 'find'>, filter: Filter): AsyncGenerator<Rule[]> {
  const pause = createPause();
  let after = 0;
  for (;;) {
    const part = await documents.find<Rule>(rules, {
      filter: { all: [filter, { field: 'id', after }] },
      order: [{ field: 'id', direction: 'asc' }],
      limit: AT_ONCE,
    });
    const last = part.at(-1);
    if (last === undefined) return;
    yield part;
    await pause();
    after = last.id;
  }
}

/** Yields the ids of the matching rules in parts. */
export async function* inParts(documents: Documents, filter: Filter): AsyncGenerator<number[]> {
  for await (const part of rulesInParts(documents, filter)) yield part.map(({ id }) => id);
}

type ActingOnRules = Acting & Pick<Redirection, 'documents' | 'entries'>;

/** @param strict refuses unknown ids; otherwise they are skipped */
const act = async (
  acting: ActingOnRules,
  action: RuleAction,
  ids: readonly (number | undefined)[],
  { strict }: { readonly strict: boolean },
): Promise<void> => {
  const known = ids.filter((id) => id !== undefined);
  if (strict && known.length < ids.length) throw redirectionErrors.unknownListedRule();
  const { result: done } = await acting.commands.run(
    acting.context,
    (unit) => actOn(unit, action, { ids: known, strict }),
    {
      mutexKeys: known.map((id) => streamOf(ruleDecider, id)),
    },
  );
  if (action === 'delete') await dropHits(acting, known);
  if (action === 'reset')
    for (const { id: rule, version } of done) await setHits(acting, { rule, version, hits: NO_HITS });
};

const actOn = async (
  unit: UnitOfWork,
  action: RuleAction,
  { ids, strict }: { readonly ids: readonly number[]; readonly strict: boolean },
): Promise<Rule[]> => {
  const done: Rule[] = [];
  for (const id of new Set(ids)) {
    if (isThere(await unit.load(ruleDecider, id)))
      done.push(await unit.decide(ruleDecider, id, commands[action], undefined));
    else if (strict) throw redirectionErrors.unknownListedRule();
  }
  return done;
};

/** Implements the port of groups to their rules. */
export const createRulesOfGroups = ({
  documents,
  entries,
}: Pick<Redirection, 'documents' | 'entries'>): RulesOfGroups => ({
  countsOf: (groups) => documents.countBy(rules, 'group_id', groups),
  deleteAllOf: async (group, acting) => {
    for await (const ids of inParts(documents, { field: 'group_id', equals: group })) {
      acting.abandoned().throwIfAborted();
      await act({ ...acting, documents, entries }, 'delete', ids, { strict: false });
    }
  },
});
