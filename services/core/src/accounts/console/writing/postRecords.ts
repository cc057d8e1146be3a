import {
  changePostOfCore,
  createPostOfCore,
  listPostsOfCore,
  readPostOfCore,
  trashPostOfCore,
} from '@almanac/contracts';
import { plainTitle } from '@almanac/text';
import type { SignedIn } from '../../sign-in/administrationPage.ts';
import { askAs, ifMatch, totalOf } from '../askAs.ts';
import { once } from './calendarRecords.ts';
import { tagsOf } from './tags.ts';
import type { Listed, Written, WrittenRecords } from './writing.ts';

/** Access to posts by the public routes; tags are found and created as for events. */
export const postRecords: WrittenRecords = {
  service: 'core',
  list: async (page, { status = 'any', search, mine, ...window }) => {
    const send = {
      context: 'edit',
      status,
      orderby: 'modified',
      ...(search !== '' && { search }),
      ...(mine && { author: page.user.id }),
      ...window,
    } as const;
    const said = await askAs(page, listPostsOfCore, { send });
    if (said.refused !== undefined) return said;
    return { ...said, body: { records: said.body.map(listed), total: totalOf(said) } };
  },
  read: async (page, id) => {
    const said = await askAs(page, readPostOfCore, { at: { id }, send: { context: 'edit' } });
    if (said.refused !== undefined) return said;
    const tags = await tagsOf(page, said.body.tags);
    return { ...said, body: { ...written(page, said.body), tags: tags.body ?? [] } };
  },
  save: async (page, { tags, ...members }, at) => {
    const named = Array.isArray(tags) ? await tagsOf(page, tags) : undefined;
    if (named?.refused !== undefined) return named;
    const send = { ...members, ...(named && { tags: named.body.map(({ id }) => id) }) };
    return at.id === undefined
      ? askAs(page, createPostOfCore, { send, ...once(at) })
      : askAs(page, changePostOfCore, { at: { id: at.id }, send, ...ifMatch(at.etag) });
  },
  remove: (page, id) => askAs(page, trashPostOfCore, { at: { id } }),
};

type Post = ReturnType<typeof readPostOfCore.parseAnswer>;

const listed = ({
  id,
  title,
  status,
  link,
  modified_gmt,
}: ReturnType<typeof listPostsOfCore.parseAnswer>[number]): Listed => ({
  id,
  title: plainTitle(title.raw),
  status,
  url: link,
  modified_utc: modified_gmt,
  start: null,
});

const written = (page: SignedIn, { id, link, i18n, tags: _, ...members }: Post): Omit<Written, 'tags'> => ({
  id,
  language: i18n?.language ?? page.renderContext.language,
  url: link,
  linked: [],
  translations: i18n?.translations ?? {},
  members: {
    ...members,
    title: members.title.raw,
    content: members.content.raw,
    excerpt: members.excerpt.raw,
  },
});
