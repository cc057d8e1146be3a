import { z } from 'zod';

const describe = <Schema extends z.ZodType>(schema: Schema, description: string): Schema =>
  schema.meta({ description });

const id = describe(z.int().positive(), 'The id in the interface.');
const text = z.string();

/** Modes of comparing a visit's query with that of a rule's address. */
export const queryModes = ['exact', 'exactorder', 'ignore', 'pass'] as const;

/** Flags for comparing a rule's address with that of a visit; all four are always present. */
const ruleFlags = z.object({
  flag_query: describe(
    z.enum(queryModes),
    'What the query must be; `exact` for patterns, which compare it themselves.',
  ),
  flag_case: describe(z.boolean(), 'Whether upper and lower case are the same.'),
  flag_trailing: describe(z.boolean(), 'Whether a slash at the end is ignored.'),
  flag_regex: describe(z.boolean(), 'True if the address is a regular expression.'),
});
export type RuleFlags = z.infer<typeof ruleFlags>;

const chosen = {
  url_from: describe(text.optional(), 'Where a visit goes that meets the condition; none: the next rule is asked.'),
  url_notfrom: describe(text.optional(), 'Where a visit goes that does not meet it; none: the next rule is asked.'),
};
const pattern = describe(z.boolean(), 'Whether the text is a pattern, which ignores case.');

/**
 * The condition of a rule beside its address: its type, and the members of `action_data` for the type.
 * Rules whose action has no target (`error`, `nothing`, `random`) have none.
 */
export const ruleMatch = z.discriminatedUnion('type', [
  z.object({ type: z.literal('url'), url: describe(text.optional(), 'The target; none: the rule does nothing.') }),
  z.object({ type: z.literal('login'), logged_in: text.optional(), logged_out: text.optional() }),
  z.object({ type: z.literal('role'), role: describe(text, 'A role or a capability.'), ...chosen }),
  z.object({ type: z.literal('referrer'), referrer: text, regex: pattern, ...chosen }),
  z.object({ type: z.literal('agent'), agent: text, regex: pattern, ...chosen }),
  z.object({ type: z.literal('cookie'), name: text, value: text, regex: pattern, ...chosen }),
  z.object({ type: z.literal('header'), name: text, value: text, regex: pattern, ...chosen }),
  z.object({ type: z.literal('custom'), filter: text, ...chosen }),
  z.object({ type: z.literal('server'), server: describe(text, 'Scheme and host.'), ...chosen }),
  z.object({ type: z.literal('ip'), ip: z.array(text), ...chosen }),
  z.object({ type: z.literal('page'), page: z.literal('404'), url: text.optional() }),
  z.object({ type: z.literal('language'), language: describe(text, 'Languages with commas between.'), ...chosen }),
]);
export type RuleMatch = z.infer<typeof ruleMatch>;
export type MatchType = RuleMatch['type'];

export const actionTypes = ['url', 'error', 'nothing', 'random', 'pass'] as const;
export type ActionType = (typeof actionTypes)[number];

/** A redirect rule, with the names of `redirection/v1`. */
export const redirectRule = z.object({
  id,
  group_id: id,
  position: describe(z.int().nonnegative(), 'Rules are asked by position, then by id.'),
  enabled: z.boolean(),
  url: describe(text.min(1), 'The address that it is for, cleaned; or a pattern.'),
  flags: ruleFlags,
  match: ruleMatch,
  action_type: z.enum(actionTypes),
  action_code: describe(z.int().nonnegative(), 'The status; 0 for `pass` and `nothing`.'),
  log_exclude: describe(z.boolean(), 'Whether its visits are counted but not logged.'),
});
export type RedirectRule = z.infer<typeof redirectRule>;

/** The modules of groups. The engine runs the rules of the first; the others are for export. */
export const modules = { core: 1, apache: 2, nginx: 3 } as const;

/** The members of a group that decide whether its rules apply. */
export const redirectGroup = z.object({
  id,
  module_id: describe(z.int().min(1).max(3), '1 is this site, 2 Apache, 3 Nginx.'),
  enabled: describe(z.boolean(), 'Rules of a disabled group are not asked.'),
});
export type RedirectGroup = z.infer<typeof redirectGroup>;
