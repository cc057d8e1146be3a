import {
  changeCategoryOfCalendar,
  changeTermOfCore,
  createCategoryOfCalendar,
  createTermOfCore,
  deleteCategoryOfCalendar,
  deleteTermOfCore,
  listCategoriesOfCalendar,
  listTermsOfCore,
  readCategoryOfCalendar,
  readTermOfCore,
} from '@almanac/contracts';
import { DomainError } from '@almanac/i18n';
import type { InternalReply } from '@almanac/service';
import { plainTitle } from '@almanac/text';
import type { SignedIn } from '../../sign-in/administrationPage.ts';
import { askAs, ifMatch, totalOf } from '../askAs.ts';
import { once } from './calendarRecords.ts';
import type { Listed, Written, WrittenRecords } from './writing.ts';

/** Returns the access to categories or tags of posts by the public routes. */
export const termRecords = (taxonomy: 'categories' | 'tags'): WrittenRecords => ({
  service: 'core',
  list: async (page, { search, page: number, per_page }) => {
    const send = { context: 'edit', page: number, per_page, ...(search !== '' && { search }) } as const;
    const said = await askAs(page, listTermsOfCore, { at: { taxonomy }, send });
    if (said.refused !== undefined) return said;
    const records = said.body.map((term) => listed(page, term));
    return { ...said, body: { records, total: totalOf(said) } };
  },
  read: async (page, id) => {
    const said = await askAs(page, readTermOfCore, { at: { taxonomy, id }, send: { context: 'edit' } });
    return said.refused === undefined ? { ...said, body: written(page, said.body) } : said;
  },
  save: async (page, send, at) =>
    withMembers(
      page,
      at.id === undefined
        ? await askAs(page, createTermOfCore, { at: { taxonomy }, send, ...once(at) })
        : await askAs(page, changeTermOfCore, { at: { taxonomy, id: at.id }, send, ...ifMatch(at.etag) }),
    ),
  remove: (page, id) => askAs(page, deleteTermOfCore, { at: { taxonomy, id }, send: { force: true } }),
});

/** Access to the categories of events; users who may write them may delete them. */
export const eventCategoryRecords: WrittenRecords = {
  service: 'calendar',
  list: async (page, { search, page: number, per_page }) => {
    const send = { page: number, per_page, hide_empty: false, ...(search !== '' && { search }) } as const;
    const said = await askAs(page, listCategoriesOfCalendar, { send });
    if (said.refused !== undefined) return said;
    const { categories, total } = said.body;
    return { ...said, body: { records: categories.map((category) => listedCategory(page, category)), total } };
  },
  read: async (page, id) => {
    const said = await askAs(page, readCategoryOfCalendar, { at: { id } });
    if (said.refused !== undefined) return said;
    const { url, ...category } = said.body;
    return { ...said, body: { ...written(page, { ...category, link: url }), mayRemove: true } };
  },
  save: async (page, send, at) =>
    withMembers(
      page,
      at.id === undefined
        ? await askAs(page, createCategoryOfCalendar, { send, ...once(at) })
        : await askAs(page, changeCategoryOfCalendar, { at: { id: at.id }, send, ...ifMatch(at.etag) }),
    ),
  remove: (page, id) => askAs(page, deleteCategoryOfCalendar, { at: { id } }),
};

type Term = ReturnType<typeof readTermOfCore.parseAnswer>;
type Category = ReturnType<typeof readCategoryOfCalendar.parseAnswer>;

const listedCategory = (page: SignedIn, { id, name, url, count }: Category): Listed => ({
  ...listed(page, { id, name, link: url, count }),
  note: page.renderContext.text('Published events: {count}', { count: String(count) }),
});

const listed = (
  { renderContext: { text } }: SignedIn,
  { id, name, link, count }: Pick<Term, 'id' | 'name' | 'link' | 'count'>,
): Listed => ({
  id,
  title: plainTitle(name),
  status: '',
  url: link,
  modified_utc: null,
  start: null,
  note: text('Published posts: {count}', { count: String(count) }),
});

const written = (
  page: SignedIn,
  { id, link, i18n, name, slug, description, parent, _links }: Omit<Term, 'count'>,
): Written => ({
  id,
  language: i18n?.language ?? page.renderContext.language,
  url: link,
  tags: [],
  linked: [],
  translations: i18n?.translations ?? {},
  members: { name: plainTitle(name), slug, description, parent },
  mayRemove: (_links?.self ?? []).some(({ targetHints }) => targetHints?.allow.includes('DELETE')),
});

/** The member that a refusal concerns, by the code of refusals that name no member. */
const FAULTY = new Map([
  ['empty_term_name', 'name'],
  ['db_insert_error', 'name'],
  ['term_exists', 'name'],
  ['duplicate_term_slug', 'slug'],
  ['rest_term_invalid', 'parent'],
]);

const withMembers = <Body>({ renderContext: { text } }: SignedIn, said: InternalReply<Body>): InternalReply<Body> => {
  const { refused } = said;
  const member = FAULTY.get(refused?.code ?? '');
  if (refused === undefined || member === undefined || refused.status !== 400) return said;
  const data = { params: { [member]: refused.message } };
  return { ...said, refused: new DomainError(refused.code, refused.status, text('Nothing was saved.'), { data }) };
};
