import { isDeepStrictEqual } from 'node:util';
import type { Translatable } from '../translations/translatable.ts';
import { isTerm, type Taxonomy, termEvent } from './term.ts';

/** Terms of a taxonomy as translation groups see them. */
export const translatableTerms = (taxonomy: Taxonomy): Translatable => ({
  kind: taxonomy.slug,
  standing: async (unit, id) => {
    const term = await unit.load(taxonomy.term, id);
    return isTerm(term) ? term : undefined;
  },
  stand: async (unit, id, { group, languages }) => {
    const term = await unit.load(taxonomy.term, id);
    const grouped = term.group === group ? [] : [termEvent(taxonomy.name, 'Grouped', { group })];
    const listed = isDeepStrictEqual(term.languages, languages)
      ? []
      : [termEvent(taxonomy.name, 'Listed', { languages })];
    await unit.append(taxonomy.term, id, [...grouped, ...listed]);
  },
});
