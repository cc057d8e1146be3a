import type { Translatable } from '@almanac/translations';
import { type Category, type CategoryEvent, category, categoryExists } from './category.ts';

/** Categories as their translation groups see them; there are no drafts, so every version is public. */
export const translatableCategories: Translatable = {
  noun: 'category',
  version: async (unit, id) => {
    const state = await unit.load(category, id);
    if (!categoryExists(state)) return undefined;
    return { id: state.id, language: state.language, group: state.group, public: true };
  },
  stand: async (unit, id, { group, languages }) => {
    const state = await unit.load(category, id);
    await unit.append(category, id, [...grouped(state, group), ...listed(state, languages)]);
  },
};

const grouped = (state: Category, group: number): CategoryEvent[] =>
  state.group === group ? [] : [{ type: 'CategoryGrouped', data: { group } }];

const listed = (state: Category, languages: readonly string[]): CategoryEvent[] =>
  state.languages.join() === languages.join() ? [] : [{ type: 'CategoryListed', data: { languages } }];
