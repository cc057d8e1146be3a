import { i18nMembers } from '@almanac/content-model';
import {
  type Html,
  html,
  isOpened,
  openingCookie,
  type Page,
  pageAnswer,
  pageNotFound,
  passwordForm,
  recordLink,
  redirectTo,
  type Versions,
  versionsAt,
} from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { addressOf } from '../addresses.ts';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import type { ItemKind } from '../content-items/itemKind.ts';
import { mayEditItem } from '../content-items/itemRights.ts';
import { prepareTexts, summaryOf } from '../content-items/renderedTexts.ts';
import type { PageContext } from '../views/pageContext.ts';
import { pageTitle } from '../views/pageTitle.ts';
import { namedPage } from './namedPage.ts';

/** The parts of a record's page that its kind renders. */
export interface RenderedRecord {
  readonly main: Html;
  readonly page?: Partial<Page>;
}

/** A kind of record with its page. */
export interface PageKind<Fields extends ItemFields> {
  readonly kind: ItemKind<Fields>;
  render(context: PageContext, record: ItemState & Fields): Promise<RenderedRecord>;
}

const recordVersions = async (
  { calendar, renderContext }: PageContext,
  { noun, collection }: Pick<ItemKind<ItemFields>, 'noun' | 'collection'>,
  record: ItemState,
): Promise<Versions> => {
  const i18n = await i18nMembers(calendar.documents, noun, [record], false);
  const ids = Object.values(i18n(record).translations);
  const versions = await calendar.documents.getMany<ItemState>(collection, ids);
  return versionsAt(renderContext, versions, ({ path }) => path);
};

/** Adds the shared frame to the page of one record. */
const framed = async <Fields extends ItemFields>(
  context: PageContext,
  { kind }: PageKind<Fields>,
  record: ItemState & Fields,
): Promise<Omit<Page, 'main'>> => {
  const { request, renderContext } = context;
  return {
    title: pageTitle(record, renderContext),
    canonical: addressOf(renderContext.baseUrl, record),
    versions: record.path === null ? {} : await recordVersions(context, kind, record),
    links: [recordLink(renderContext, `/cal/events/v1/${kind.plural}/${record.id}`)],
    section: 'events',
    editedAt: mayEditItem(request.principal, kind, record) && `calendar/${kind.plural}/${record.id}`,
  };
};

/** True if the caller may edit the record and has asked for a preview (docs/interface/pages.md §4). */
const isPreview = <Fields extends ItemFields>(
  { request }: PageContext,
  { kind }: PageKind<Fields>,
  record: ItemState,
): boolean => request.params.preview === 'true' && mayEditItem(request.principal, kind, record);

/** Renders a record's page for callers who may see all of it. */
export const openPage = async <Fields extends ItemFields>(
  context: PageContext,
  page: PageKind<Fields>,
  record: ItemState & Fields,
): Promise<RestResponse> => {
  const { request, renderContext } = context;
  await prepareTexts(record);
  const [frame, rendered] = await Promise.all([framed(context, page, record), page.render(context, record)]);
  const isPublic = record.status === 'publish' && record.password === '' && !isPreview(context, page, record);
  const links = [...(isPublic ? (rendered.page?.links ?? []) : []), ...(frame.links ?? [])];
  const whole = { description: await summaryOf(record), ...frame, ...rendered.page, links, main: rendered.main };
  const shown = { ...whole, ...(!isPublic && { indexed: false }) };
  return pageAnswer(request, renderContext, shown, { isPrivate: !isPublic });
};

const lockedPage = async <Fields extends ItemFields>(
  context: PageContext,
  page: PageKind<Fields>,
  { record, refused }: { readonly record: ItemState & Fields; readonly refused: boolean },
): Promise<RestResponse> => {
  const { request, renderContext } = context;
  const frame = await framed(context, page, record);
  const main = html`<h1>${frame.title}</h1>
${passwordForm(addressOf(renderContext.baseUrl, record), renderContext, refused)}`;
  const options = { isPrivate: true, status: refused ? 403 : 200 };
  return pageAnswer(request, renderContext, { ...frame, main, indexed: false }, options);
};

/** Renders the page of a record at its address; other addresses redirect to the version in their language, or to it. */
export const recordPage = async <Fields extends ItemFields>(
  context: PageContext,
  page: PageKind<Fields>,
): Promise<RestResponse> => {
  const { calendar, request, renderContext } = context;
  const record = await namedPage(context, page.kind);
  if (isPreview(context, page, record)) return openPage(context, page, record);
  if (record.language !== renderContext.language) {
    const versions = await recordVersions(context, page.kind, record);
    return redirectTo(versions[renderContext.language] ?? addressOf(renderContext.baseUrl, record));
  }
  if (!isOpened(record, request, calendar)) return lockedPage(context, page, { record, refused: false });
  return openPage(context, page, record);
};

/** Takes the password of a protected record's page, and sets a cookie that keeps the page open. */
export const unlockPage = async <Fields extends ItemFields>(
  context: PageContext,
  page: PageKind<Fields>,
): Promise<RestResponse> => {
  const { calendar, request, renderContext } = context;
  const record = await namedPage(context, page.kind);
  if (record.password === '') throw pageNotFound();
  const address = addressOf(renderContext.baseUrl, record);
  const cookie = openingCookie(record, request.params.password, { address, secret: calendar.secret });
  if (cookie === undefined) return lockedPage(context, page, { record, refused: true });
  return redirectTo(address, 303, { 'Set-Cookie': cookie });
};
