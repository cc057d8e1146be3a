import { isDeepStrictEqual } from 'node:util';
import type { Translatable, Version } from '@almanac/translations';
import { isTerm, type Taxonomy, type Term, termEvent } from './term.ts';

/** Terms have no status: everybody may see them. */
export const versionOf = ({ id, language, group }: Pick<Term, 'id' | 'language' | 'group'>): Version => ({
  id,
  language,
  group,
  public: true,
});

/** Terms of a taxonomy as translation groups see them. */
export const translatableTerms = (taxonomy: Taxonomy): Translatable => ({
  noun: taxonomy.slug,
  version: async (unit, id) => {
    const term = await unit.load(taxonomy.term, id);
    return isTerm(term) ? versionOf(term) : undefined;
  },
  stand: async (unit, id, { group, source, languages }) => {
    const term = await unit.load(taxonomy.term, id);
    const joins = group !== term.group || source !== term.source;
    const lists = !isDeepStrictEqual(term.languages, languages);
    await unit.append(taxonomy.term, id, [
      ...(joins ? [termEvent(taxonomy.name, 'Grouped', { group, source })] : []),
      ...(lists ? [termEvent(taxonomy.name, 'Listed', { languages })] : []),
    ]);
  },
});
