import type { FieldRule, KindRule, TranslationRules } from '@almanac/contracts';

type ListMode = KindRule['mode'];
export type FieldAction = FieldRule['action'];

/** The site's translation settings (docs/interface/translation-config.md §3). */
export interface RulesInForce {
  /** @param kind a type or taxonomy: `cal_venue`, `post_tag` */
  modeOf(kind: string): ListMode;
  /** Returns the action for a custom field; undefined if the settings do not name it. */
  actionOf(field: string): FieldAction | undefined;
}

export const rulesInForce = ({ kinds, fields }: TranslationRules): RulesInForce => {
  const modes = new Map(kinds.map(({ name, mode }) => [name, mode]));
  const actions = new Map(fields.map(({ name, action }) => [name, action]));
  return { modeOf: (kind) => modes.get(kind) ?? 2, actionOf: (field) => actions.get(field) };
};

/** The defaults without settings: everything is translated, and lists fall back to the default language. */
export const noRules = rulesInForce({ kinds: [], fields: [] });
