import { pageNotFound } from '@almanac/pages';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import type { ItemKind } from '../content-items/itemKind.ts';
import { namedItem } from '../content-items/itemLookup.ts';
import { mayReadItem } from '../content-items/itemRights.ts';
import type { PageContext } from '../views/pageContext.ts';

/**
 * Returns the record that the path names in the language of the address, else in the site's default language.
 * Undefined for an unknown record, and for one that the caller may not read.
 */
export const findNamedItem = async <Fields extends ItemFields>(
  { calendar, request, renderContext }: PageContext,
  kind: ItemKind<Fields>,
): Promise<(ItemState & Fields) | undefined> => {
  const named = (language: string) =>
    namedItem(calendar.documents, kind, {
      captures: { slug: request.captures.slug ?? '' },
      language,
      remember: (_key, make) => make(),
    });
  const { defaultLanguage } = calendar.languages;
  const own = await named(renderContext.language);
  const found = own ?? (renderContext.language === defaultLanguage ? undefined : await named(defaultLanguage));
  if (found === undefined || found.path === null) return undefined;
  return mayReadItem(request.principal, kind, found) ? found : undefined;
};

/** Returns the record that the path names. @throws DomainError 404 */
export const namedPage = async <Fields extends ItemFields>(
  context: PageContext,
  kind: ItemKind<Fields>,
): Promise<ItemState & Fields> => {
  const found = await findNamedItem(context, kind);
  if (found === undefined) throw pageNotFound();
  return found;
};
