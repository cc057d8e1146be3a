import { type Row, request } from '../shell/client.ts';
import { type RestTable, restSource, type Source } from '../shell/source.ts';

/** Members of a post in the form in which they are edited: texts as they are stored, `meta` taken apart. */
const read = ({ title, content, excerpt, meta, description, caption, ...record }: Row): Row => ({
  ...record,
  ...meta,
  title: title?.raw ?? title?.rendered ?? '',
  ...(content && { content: content.raw ?? '' }),
  ...(excerpt && { excerpt: excerpt.raw ?? '' }),
  ...(description?.raw !== undefined && { description: description.raw }),
  ...(caption?.raw !== undefined && { caption: caption.raw }),
});

/** Names of members of `meta` begin with a line. */
const write = (data: Row): object => {
  const meta = Object.entries(data).filter(([name]) => name.startsWith('_Venue') || name.startsWith('_Organizer'));
  const own = Object.entries(data).filter(([name]) => !name.startsWith('_'));
  return { ...Object.fromEntries(own), ...(meta.length > 0 && { meta: Object.fromEntries(meta) }) };
};

/** Returns the source of posts, or of records in the form of posts, of any status. */
export const postSource = (path: string, more: Partial<RestTable> = {}): Source =>
  restSource({ path, query: { context: 'edit' }, listQuery: { status: 'any' }, read, write, ...more });

/** Returns the source of categories or tags; names are stored with entities. */
export const termSource = (path: string): Source =>
  restSource({
    path,
    query: { context: 'edit' },
    listQuery: { hide_empty: false },
    read: (term) => ({ ...term, name: plainText(term.name) }),
    removal: { force: true },
  });

/** Returns the text of HTML, without tags and entities. */
export const plainText = (html: string | undefined): string =>
  new DOMParser().parseFromString(html ?? '', 'text/html').body.textContent ?? '';

const MOST_IN_BATCH = 25;

/**
 * Changes many records of `core/v2` by `batch/v1`.
 * @returns the messages of refusals
 */
export const changeMany = async (
  path: string,
  ids: readonly (string | number)[],
  change: { readonly method: 'PATCH' | 'DELETE'; readonly body?: object },
): Promise<string[]> => {
  const refused: string[] = [];
  for (let at = 0; at < ids.length; at += MOST_IN_BATCH) {
    const requests = ids.slice(at, at + MOST_IN_BATCH).map((id) => ({ path: `${path}/${id}`, ...change }));
    const { data } = await request('POST', '/batch/v1', { body: { requests } });
    for (const { status, body } of data.responses) if (status >= 400) refused.push(body.message);
  }
  return refused;
};
