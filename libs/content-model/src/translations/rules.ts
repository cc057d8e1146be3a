import type { FieldRule, KindRule, TranslationRules } from '@almanac/contracts';

type ListMode = KindRule['mode'];
export type FieldAction = FieldRule['action'];

/** What the site's configuration of translation says (docs/interface/translation-config.md §3). */
export interface RulesInForce {
  /** @param kind a type or taxonomy: `cal_venue`, `post_tag` */
  modeOf(kind: string): ListMode;
  /** What becomes of a custom field; undefined for one that is not named. */
  actionOf(field: string): FieldAction | undefined;
}

export const rulesInForce = ({ kinds, fields }: TranslationRules): RulesInForce => {
  const modes = new Map(kinds.map(({ name, mode }) => [name, mode]));
  const actions = new Map(fields.map(({ name, action }) => [name, action]));
  return { modeOf: (kind) => modes.get(kind) ?? 2, actionOf: (field) => actions.get(field) };
};

/** Without a configuration everything is translated, and the default language stands in. */
export const noRules = rulesInForce({ kinds: [], fields: [] });
