import { NOT_STORED, pageNotFound, redirectTo, withoutId } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import { itemById } from '../content-items/itemLookup.ts';
import { mayReadItem } from '../content-items/itemRights.ts';
import type { PageContext } from '../views/pageContext.ts';
import { eventPage } from './eventPage.ts';
import { organizerPage, venuePage } from './linkedPages.ts';
import { openPage, type PageKind } from './recordPage.ts';

const pageOf = async <Fields extends ItemFields>(
  context: PageContext,
  page: PageKind<Fields>,
): Promise<RestResponse | undefined> => {
  const { calendar, request, renderContext } = context;
  const record: (ItemState & Fields) | undefined = await itemById(
    calendar.documents,
    page.kind,
    Number(request.captures.id),
  );
  if (record === undefined || record.status === 'trash') return undefined;
  if (!mayReadItem(request.principal, page.kind, record)) return undefined;
  if (record.path !== null)
    return redirectTo(`${renderContext.baseUrl}${record.path}${withoutId(request.query)}`, 301, NOT_STORED);
  return openPage(context, page, record);
};

/**
 * `/?p=ID`: redirects to the record's address; a record without one is rendered here for callers who may read it.
 * @throws DomainError 404
 */
export const pageOfId = async (context: PageContext): Promise<RestResponse> => {
  const found =
    (await pageOf(context, eventPage)) ?? (await pageOf(context, venuePage)) ?? (await pageOf(context, organizerPage));
  if (found === undefined) throw pageNotFound();
  return found;
};
