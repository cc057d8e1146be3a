import type { Outgoing } from '@almanac/outgoing';
import { type Course, createCourse } from '../course.ts';
import { inFlight } from '../inFlight.ts';
import { RefusedError, type SiteClient, UnreachableError, type UploadingClient } from '../siteClient.ts';
import { ensureAuthors } from './ensureAuthors.ts';
import { ensureMedia } from './ensureMedia.ts';
import { ensureTerms } from './ensureTerms.ts';
import { type ExportedPost, readExport, type SiteExport } from './readExport.ts';

export interface ExportReport {
  readonly found: number;
  created: number;
  updated: number;
  unchanged: number;
  readonly terms: number;
  readonly authors: number;
  readonly media: number;
  /** What did not come in, and why. */
  readonly failed: readonly string[];
  /** What was imported differently from what is in the file. */
  readonly changed: readonly string[];
  /** What has no place here. */
  readonly left: readonly string[];
}

export interface ExportOptions {
  /** Fetches attachments from where they were. */
  readonly outgoing: Outgoing;
  readonly width: number;
  /** Stops the run; default: after ten failures in a row. */
  readonly course?: Course;
  readonly onProgress: (done: number, total: number) => void;
}

interface Post {
  readonly id: number;
  readonly slug: string;
  readonly date: string;
  readonly modified: string;
  readonly title: { readonly raw: string };
}

const POSTS = '/core/v2/posts';
const LOOKUP = 50;
const STATUSES = ['publish', 'future', 'draft', 'pending', 'private'];
const NO_DATE = '0000-00-00 00:00:00';

/**
 * Loads a site export through the public interface: authors, categories, tags, attachments, posts. Posts are known again
 * by their slug, or without one by title and date, so a second run changes nothing.
 */
export const importExport = async (
  xml: string,
  site: UploadingClient,
  options: ExportOptions,
): Promise<ExportReport> => {
  const file = readExport(xml);
  const failed: string[] = [];
  const changed: string[] = [];
  const authors = await ensureAuthors(site, file.authors, (login, reason) =>
    changed.push(`posts of the author ${login} are the importer's: ${reason}`),
  );
  const categories = await ensureTerms(site, 'categories', file.categories);
  const tags = await ensureTerms(site, 'tags', file.tags);
  const media = await ensureMedia({ site, outgoing: options.outgoing }, file.attachments, ({ url }, reason) =>
    failed.push(`attachment ${url}: ${reason}`),
  );
  const report = {
    found: file.posts.length,
    created: 0,
    updated: 0,
    unchanged: 0,
    terms: file.categories.length + file.tags.length,
    authors: file.authors.length,
    media: media.size,
    failed,
    changed,
    left: leftOf(file),
  };
  const known = await lookUp(site, file.posts);
  const bodyOf = translator({ authors, categories, tags, media }, changed);
  let done = 0;
  const course = options.course ?? createCourse();
  await inFlight(file.posts, { width: options.width, isStopped: () => course.stopped !== undefined }, async (post) => {
    await bring(site, { post, known: known.get(post.id), body: bodyOf(post) }, { report, course });
    options.onProgress(++done, file.posts.length);
  });
  return report;
};

const leftOf = ({ others, comments }: SiteExport): string[] => [
  ...[...others].map(([kind, count]) => `${count} items of the kind ${kind}`),
  ...(comments > 0 ? [`${comments} comments`] : []),
];

/** The posts that earlier runs made, by the id in the file. */
const lookUp = async (site: SiteClient, posts: readonly ExportedPost[]): Promise<Map<string, Post>> => {
  const named = posts.filter(({ slug }) => slug !== '');
  const bySlug = new Map<string, Post>();
  for (let at = 0; at < named.length; at += LOOKUP) {
    const query = new URLSearchParams({ context: 'edit', per_page: '100', status: STATUSES.join() });
    for (const { slug } of named.slice(at, at + LOOKUP)) query.append('slug[]', slug);
    for (const post of await site.request<Post[]>('GET', `${POSTS}?${query}`)) bySlug.set(post.slug, post);
  }
  const known = new Map<string, Post>();
  for (const post of posts) {
    const found = post.slug === '' ? await byTitle(site, post) : bySlug.get(post.slug);
    if (found !== undefined) known.set(post.id, found);
  }
  return known;
};

const byTitle = async (site: SiteClient, { title, date }: ExportedPost): Promise<Post | undefined> => {
  const query = new URLSearchParams({ context: 'edit', per_page: '100', status: STATUSES.join() });
  query.append('search', title);
  query.append('search_semantics', 'exact');
  query.append('search_columns[]', 'post_title');
  const posts = title.trim() === '' ? [] : await site.request<Post[]>('GET', `${POSTS}?${query}`);
  return posts.find((post) => post.title.raw === title.trim() && post.date === isoOf(date));
};

const isoOf = (date: string): string => date.replace(' ', 'T');

type Ids = Readonly<Record<'authors' | 'categories' | 'tags' | 'media', ReadonlyMap<string, number>>>;

/** Says a post of the file in the words of the interface. */
const translator = (ids: Ids, changed: string[]) => (post: ExportedPost) => {
  const author = ids.authors.get(post.author);
  const thumbnail = post.thumbnail === undefined ? undefined : ids.media.get(post.thumbnail);
  const sticky = post.sticky && post.password === '';
  if (post.sticky && !sticky) changed.push(`post ${post.id} is not sticky: it has a password`);
  if (!STATUSES.includes(post.status)) changed.push(`post ${post.id} is a draft: its status was ${post.status}`);
  return {
    title: post.title,
    content: post.content,
    excerpt: post.excerpt,
    status: STATUSES.includes(post.status) ? post.status : 'draft',
    ...(post.slug !== '' && { slug: post.slug }),
    ...datesOf(post),
    password: post.password,
    sticky,
    format: post.format,
    comment_status: post.commentStatus === 'open' ? 'open' : 'closed',
    ping_status: post.pingStatus === 'open' ? 'open' : 'closed',
    ...(author !== undefined && { author }),
    categories: idsOf(ids.categories, post.categories),
    tags: idsOf(ids.tags, post.tags),
    ...(thumbnail !== undefined && { featured_media: thumbnail }),
  };
};

/** The instant where the file has it; a draft's date is a clock time. */
const datesOf = ({ date, dateGmt, status }: ExportedPost): { date?: string; date_gmt?: string } => {
  if (dateGmt !== '' && dateGmt !== NO_DATE && status !== 'draft') return { date_gmt: isoOf(dateGmt) };
  return date === '' || date === NO_DATE ? {} : { date: isoOf(date) };
};

const idsOf = (ids: ReadonlyMap<string, number>, slugs: readonly string[]): number[] =>
  slugs.map((slug) => ids.get(slug)).filter((id) => id !== undefined);

interface Bringing {
  readonly post: ExportedPost;
  readonly known: Post | undefined;
  readonly body: object;
}

type Counts = Pick<ExportReport, 'created' | 'updated' | 'unchanged'> & { readonly failed: string[] };

const bring = async (
  site: SiteClient,
  { post, known, body }: Bringing,
  { report: counts, course }: { readonly report: Counts; readonly course: Course },
): Promise<void> => {
  try {
    const answer = await site.request<Post>('POST', known === undefined ? POSTS : `${POSTS}/${known.id}`, body);
    if (known === undefined) counts.created++;
    else if (known.modified === answer.modified) counts.unchanged++;
    else counts.updated++;
    course.succeeded();
  } catch (error) {
    if (!(error instanceof RefusedError || error instanceof UnreachableError)) throw error;
    counts.failed.push(`post ${post.id} “${post.title}”: ${error.message}`);
    course.failed(error.message);
  }
};
