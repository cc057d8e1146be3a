import { displayContent, displayExcerpt, displayTitle } from '@almanac/content';
import { isoLocal } from '@almanac/dates';
import { linkSet, type RestRequest } from '@almanac/rest';
import { presentMeta } from '../posts/meta/declaredMeta.ts';
import type { Revision } from '../posts/revision.ts';
import type { Context } from '../requestArgs.ts';

type Asking = Pick<RestRequest<unknown>, 'site' | 'apiRoot' | 'wants'>;

/** A revision or an autosave as answers have it (core-posts.md §11.2). */
export const presentRevision = (request: Asking, revision: Revision, context: Context, links = true): object => ({
  ...(context === 'embed' ? embedMembers(revision) : allMembers(request, revision, context === 'edit')),
  ...(links ? { _links: linkSet({ parent: [{ href: `${request.apiRoot}/core/v2/posts/${revision.parent}` }] }) } : {}),
});

const embedMembers = ({ author, date, id, parent, slug, title, excerpt }: Revision) => ({
  author,
  date: isoLocal(date),
  id,
  parent,
  slug,
  title: { rendered: displayTitle(title) },
  excerpt: { rendered: displayExcerpt(excerpt) },
});

const allMembers = (request: Asking, revision: Revision, edits: boolean) => {
  const { author, id, parent, slug, title, content, excerpt, footnotes } = revision;
  const date = isoLocal(revision.date);
  const dateGmt = isoLocal(revision.dateUtc);
  const guid = `${request.site}/?p=${id}`;
  const text = (stored: string, rendered: string) => (edits ? { raw: stored, rendered } : { rendered });
  return {
    author,
    date,
    date_gmt: dateGmt,
    id,
    modified: date,
    modified_gmt: dateGmt,
    parent,
    slug,
    guid: text(guid, guid),
    title: text(title, displayTitle(title)),
    content: text(content, request.wants('content.rendered') ? displayContent(content) : ''),
    excerpt: text(excerpt, displayExcerpt(excerpt)),
    meta: presentMeta(footnotes === '' ? {} : { footnotes }),
  };
};
