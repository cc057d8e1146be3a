import type { Documents } from '@almanac/documents';
import { lookupKey } from '@almanac/redirects/cleaning';
import type { RuleFlags } from '@almanac/redirects/schemas';
import { type Rule, rules } from './rule.ts';
import { leadsSomewhere, targetsOf } from './targets.ts';

/** What an editor is told of a rule that was saved all the same (docs/interface/redirection.md §4.2). */
export interface Warning {
  readonly code: 'redirect_loop' | 'redirect_chain' | 'redirect_target';
  /** English with `{placeholders}`, for the catalogues. */
  readonly message: string;
  readonly params: Readonly<Record<string, string>>;
}

export const warningMessages = {
  loop: '{url} leads back to itself and will not redirect.',
  chain: '{url} leads to {target}, which is redirected again.',
  target: '{url} leads to an address that is never redirected to: {target}',
} as const;

const plain: RuleFlags = { flag_query: 'exact', flag_case: true, flag_trailing: true, flag_regex: false };

const queryOf = (url: string): string => url.split('?', 2)[1] ?? '';

/** The path within the site that a target is; undefined for another site's. */
const localTarget = (target: string, origin: string): string | undefined => {
  if (target.startsWith(`${origin}/`)) return target.slice(origin.length);
  return target.startsWith('/') && !target.startsWith('//') ? target : undefined;
};

/** What is to be said of a rule as it was saved: loops, chains, and targets that are never redirected to. */
export const warningsOf = async (documents: Documents, rule: Rule, origin: string): Promise<Warning[]> => {
  if (rule.flags.flag_regex || !leadsSomewhere(rule.action_type)) return [];
  const found = await Promise.all(
    targetsOf(rule.match).map((target) => warningOf(documents, rule, { target, origin })),
  );
  return found.flat();
};

const warningOf = async (
  documents: Documents,
  { id, url, key }: Rule,
  { target, origin }: { readonly target: string; readonly origin: string },
): Promise<Warning[]> => {
  if (/^\s*(?:javascript|data):/i.test(target))
    return [{ code: 'redirect_target', message: warningMessages.target, params: { url, target } }];
  const local = localTarget(target, origin);
  if (local === undefined) return [];
  const next = lookupKey(local, plain);
  if (next === key && queryOf(local) === queryOf(url))
    return [{ code: 'redirect_loop', message: warningMessages.loop, params: { url } }];
  const others = await documents.count(rules, {
    all: [{ field: 'key', equals: next }, { field: 'enabled', equals: true }, { not: { field: 'id', equals: id } }],
  });
  if (others === 0) return [];
  return [{ code: 'redirect_chain', message: warningMessages.chain, params: { url, target } }];
};
