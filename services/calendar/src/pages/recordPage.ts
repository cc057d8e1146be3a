import {
  type Html,
  html,
  inline,
  isOpened,
  openingCookie,
  type Page,
  type PageOptions,
  pageAnswer,
  pageNotFound,
  passwordForm,
  recordLink,
  redirectTo,
  type Showing,
  summary,
  trusted,
  type Versions,
  versionsAt,
} from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { i18nMembers } from '@almanac/translations';
import { addressOf } from '../addresses.ts';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import type { ItemKind } from '../content-items/itemKind.ts';
import { shownContent, shownExcerpt, shownTitle } from '../content-items/shownTexts.ts';
import { namedPage } from './namedPage.ts';
import type { PageContext } from './pageContext.ts';

/** What a kind of record's page shows beside what all have in common. */
export interface Shown {
  readonly main: Html;
  readonly page?: Partial<Page>;
  readonly tags: readonly string[];
}

/** A kind of record with its page. */
export interface PageKind<Fields extends ItemFields> {
  readonly kind: ItemKind<Fields>;
  show(context: PageContext, record: ItemState & Fields): Promise<Shown>;
}

const PREFIXED = { protected: 'Protected: {title}', private: 'Private: {title}' } as const;

/** The title as pages show it: they say of what is protected or private that it is. */
export const pageTitle = ({ title, password, status }: ItemFields, showing: Showing): Html => {
  const shown = inline(shownTitle(title));
  const prefix = password !== '' ? PREFIXED.protected : status === 'private' ? PREFIXED.private : undefined;
  return prefix === undefined ? shown : trusted(showing.text(prefix, { title: shown.text }));
};

/** A short text about a record. */
export const summaryOf = ({ excerpt, content }: ItemFields): string =>
  summary(shownExcerpt(excerpt) || shownContent(content));

const recordVersions = async (
  { calendar, showing }: PageContext,
  { noun, collection }: Pick<ItemKind<ItemFields>, 'noun' | 'collection'>,
  record: ItemState,
): Promise<Versions> => {
  const i18n = await i18nMembers(calendar.documents, noun, [record], false);
  const ids = Object.values(i18n(record).translations);
  const versions = await calendar.documents.getMany<ItemState>(collection, ids);
  return versionsAt(showing, versions, ({ path }) => path);
};

/** What the pages about one record have in common. */
const framed = async <Fields extends ItemFields>(
  context: PageContext,
  { kind }: PageKind<Fields>,
  record: ItemState & Fields,
): Promise<Omit<Page, 'main'>> => {
  const { showing } = context;
  return {
    title: pageTitle(record, showing),
    canonical: addressOf(showing.baseUrl, record),
    versions: record.path === null ? {} : await recordVersions(context, kind, record),
    links: [recordLink(showing, `/cal/events/v1/${kind.plural}/${record.id}`)],
    section: 'events',
  };
};

/** A record's page for whoever may see it in full. */
export const openPage = async <Fields extends ItemFields>(
  context: PageContext,
  page: PageKind<Fields>,
  record: ItemState & Fields,
): Promise<RestResponse> => {
  const { request, showing } = context;
  const [frame, shown] = await Promise.all([framed(context, page, record), page.show(context, record)]);
  const isPublic = record.status === 'publish' && record.password === '';
  const links = [...(isPublic ? (shown.page?.links ?? []) : []), ...(frame.links ?? [])];
  const whole = { description: summaryOf(record), ...frame, ...shown.page, links, main: shown.main };
  const options: PageOptions = isPublic ? { tags: shown.tags } : { isPrivate: true };
  return pageAnswer(request, showing, { ...whole, ...(!isPublic && { indexed: false }) }, options);
};

const lockedPage = async <Fields extends ItemFields>(
  context: PageContext,
  page: PageKind<Fields>,
  { record, refused }: { readonly record: ItemState & Fields; readonly refused: boolean },
): Promise<RestResponse> => {
  const { request, showing } = context;
  const frame = await framed(context, page, record);
  const main = html`<h1>${frame.title}</h1>
${passwordForm(addressOf(showing.baseUrl, record), showing, refused)}`;
  const options = { isPrivate: true, status: refused ? 403 : 200 };
  return pageAnswer(request, showing, { ...frame, main, indexed: false }, options);
};

/** The page of a record at its address; elsewhere it leads to the version in the language of the address, or to it. */
export const recordPage = async <Fields extends ItemFields>(
  context: PageContext,
  page: PageKind<Fields>,
): Promise<RestResponse> => {
  const { calendar, request, showing } = context;
  const record = await namedPage(context, page.kind);
  if (record.language !== showing.language) {
    const versions = await recordVersions(context, page.kind, record);
    return redirectTo(versions[showing.language] ?? addressOf(showing.baseUrl, record));
  }
  if (!isOpened(record, request, calendar.secret)) return lockedPage(context, page, { record, refused: false });
  return openPage(context, page, record);
};

/** Takes the password of a protected record's page, and keeps the page open with a cookie. */
export const unlockPage = async <Fields extends ItemFields>(
  context: PageContext,
  page: PageKind<Fields>,
): Promise<RestResponse> => {
  const { calendar, request, showing } = context;
  const record = await namedPage(context, page.kind);
  if (record.password === '') throw pageNotFound();
  const address = addressOf(showing.baseUrl, record);
  const cookie = openingCookie(record, request.params.password, { address, secret: calendar.secret });
  if (cookie === undefined) return lockedPage(context, page, { record, refused: true });
  return redirectTo(address, 303, { 'Set-Cookie': cookie });
};
