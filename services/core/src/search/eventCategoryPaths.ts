import { pagePath } from '../addresses.ts';
import type { Core } from '../core.ts';
import { type EventCategoryName, eventCategoryNames } from './searchCopies.ts';

type PlacedCategory = Pick<EventCategoryName, 'slug' | 'parent' | 'language'>;

/** No tree of categories is deeper; a circle ends here too. */
const MAX_DEPTH = 20;

/** Returns a function from event category to the path of its page, which contains the slugs of the categories above. */
export const eventCategoryPaths = async (
  { documents, languages }: Pick<Core, 'documents' | 'languages'>,
  categories: readonly PlacedCategory[],
): Promise<(category: PlacedCategory) => string> => {
  const known = new Map<number, Pick<EventCategoryName, 'slug' | 'parent'>>();
  let missing = categories.map(({ parent }) => parent).filter((id) => id > 0);
  for (let depth = 0; missing.length > 0 && depth < MAX_DEPTH; depth += 1) {
    const above = await documents.getMany<EventCategoryName>(eventCategoryNames, [...new Set(missing)]);
    for (const each of above) known.set(each.id, each);
    missing = above.map(({ parent }) => parent).filter((id) => id > 0 && !known.has(id));
  }
  return ({ slug, parent, language }) => {
    const slugs = [slug];
    for (
      let above = known.get(parent);
      above !== undefined && slugs.length < MAX_DEPTH;
      above = known.get(above.parent)
    )
      slugs.unshift(above.slug);
    return pagePath(language, languages.defaultLanguage, ['events', 'category', ...slugs]);
  };
};
