import type { SiteClient } from '../siteClient.ts';
import type { PostName } from './readExport.ts';

/** The members of a post that an import reads. */
export interface Post {
  readonly id: number;
  readonly slug: string;
  readonly date: string;
  readonly modified: string;
  readonly title: { readonly raw: string };
}

/** The data of an existing post. */
export type KnownPost = Pick<Post, 'id' | 'modified'>;

interface PostReference {
  readonly thing: string;
  readonly post: PostName;
}

export const POSTS = '/core/v2/posts';
export const STATUSES = ['publish', 'future', 'draft', 'pending', 'private'];
const LOOKUP = 50;

export const isoOf = (date: string): string => date.replace(' ', 'T');

/** Returns the posts from earlier runs, by the thing in the file. */
export const knownPosts = async (
  site: SiteClient,
  named: readonly PostReference[],
): Promise<Map<string, KnownPost>> => {
  const slugs = named.map(({ post }) => post.slug).filter((slug) => slug !== '');
  const bySlug = new Map<string, KnownPost>();
  for (let at = 0; at < slugs.length; at += LOOKUP) {
    const query = asked();
    for (const slug of slugs.slice(at, at + LOOKUP)) query.append('slug[]', slug);
    for (const { slug, id, modified } of await site.request<Post[]>('GET', `${POSTS}?${query}`))
      bySlug.set(slug, { id, modified });
  }
  const known = new Map<string, KnownPost>();
  for (const { thing, post } of named) {
    const found = post.slug === '' ? await byTitle(site, post) : bySlug.get(post.slug);
    if (found !== undefined) known.set(thing, found);
  }
  return known;
};

/** Returns the query for posts without their texts, which identify nothing. */
const asked = (): URLSearchParams =>
  new URLSearchParams({
    context: 'edit',
    per_page: '100',
    status: STATUSES.join(),
    _fields: 'id,slug,date,modified,title',
  });

const byTitle = async (site: SiteClient, { title, date }: PostName): Promise<Post | undefined> => {
  if (title.trim() === '') return undefined;
  const query = asked();
  query.append('search', title);
  query.append('search_semantics', 'exact');
  query.append('search_columns[]', 'post_title');
  const posts = await site.request<Post[]>('GET', `${POSTS}?${query}`);
  return posts.find((post) => post.title.raw === title.trim() && post.date === isoOf(date));
};
