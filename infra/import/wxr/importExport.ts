import type { Outgoing } from '@almanac/outgoing';
import { type Course, createCourse } from '../course.ts';
import { inFlight } from '../inFlight.ts';
import { type Brought, Place } from '../place.ts';
import { RefusedError, type SiteClient, UnreachableError, type UploadingClient } from '../siteClient.ts';
import type { Source } from '../textFile.ts';
import { ensureAuthors } from './ensureAuthors.ts';
import { ensureMedia } from './ensureMedia.ts';
import { ensureTerms } from './ensureTerms.ts';
import { isoOf, type KnownPost, knownPosts, POSTS, type Post, STATUSES } from './knownPosts.ts';
import { type ExportedPost, type ExportSurvey, postsOf, surveyExport } from './readExport.ts';

export interface ExportReport {
  readonly found: number;
  /** The number of things from earlier runs of an interrupted import. */
  readonly earlier: number;
  created: number;
  updated: number;
  unchanged: number;
  readonly terms: number;
  readonly authors: number;
  readonly media: number;
  /** Failed things, each with the reason. */
  readonly failed: readonly string[];
  /** Things whose import differs from the file. */
  readonly changed: readonly string[];
  /** Things that this site does not support. */
  readonly left: readonly string[];
}

export interface ExportOptions {
  /** Fetches attachments from their old addresses. */
  readonly outgoing: Outgoing;
  readonly width: number;
  /** Stops the run; default: after ten failures in a row. */
  readonly course?: Course;
  /** The progress of an interrupted run; default: from the start, without storing progress. */
  readonly place?: Place;
  readonly onProgress: (done: number, total: number) => void;
}

const NO_DATE = '0000-00-00 00:00:00';

/**
 * Imports a site export through the public interface: authors, categories, tags, attachments, then posts as they are
 * read. Slugs identify posts; without a slug, title and date do. So a second run changes nothing.
 */
export const importExport = async (
  source: Source,
  site: UploadingClient,
  options: ExportOptions,
): Promise<ExportReport> => {
  const { place = Place.nowhere(), course = createCourse(), onProgress, outgoing, width } = options;
  const file = await surveyExport(source);
  const failed: string[] = [];
  const changed: string[] = [];
  const authors = await ensureAuthors(site, file.authors, (login, reason) =>
    changed.push(`posts of the author ${login} are the importer's: ${reason}`),
  );
  const categories = await ensureTerms(site, 'categories', file.categories);
  const tags = await ensureTerms(site, 'tags', file.tags);
  place.expect(file.attachments.length + file.posts.length);
  const media = await ensureMedia({ site, place, outgoing }, file.attachments, ({ url }, reason) =>
    failed.push(`attachment ${url}: ${reason}`),
  );
  const named = file.posts.map((post, index) => ({ post, thing: thingOf(index) }));
  const rest = named.filter(({ thing }) => !place.has(thing));
  const report = {
    found: file.posts.length,
    earlier: file.posts.length - rest.length,
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
  const known = await knownPosts(site, rest);
  const bodyOf = translator({ authors, categories, tags, media }, changed);
  let done = report.earlier;
  const isStopped = (): boolean => course.stopped !== undefined;
  await inFlight(restOf(source, place), { width, isStopped }, async ({ post, thing }) => {
    await bring(site, { post, thing, known: known.get(thing), body: bodyOf(post) }, { report, course, place });
    onProgress(++done, file.posts.length);
  });
  return report;
};

const thingOf = (index: number): string => `post-${index}`;

/** Yields the posts of a file that earlier runs have not imported, read on demand. */
async function* restOf(source: Source, place: Place): AsyncGenerator<{ thing: string; post: ExportedPost }> {
  let index = 0;
  for await (const post of postsOf(source)) {
    const thing = thingOf(index++);
    if (!place.has(thing)) yield { thing, post };
  }
}

/** True if a site still has any of the posts and pictures from an earlier run. */
export const isExportThere = async (site: SiteClient, recent: readonly Brought[]): Promise<boolean> => {
  const query = new URLSearchParams({ context: 'edit', per_page: '100', status: STATUSES.join() });
  for (const { id } of recent) query.append('include[]', String(id));
  const posts = await site.request<Post[]>('GET', `${POSTS}?${query}`);
  if (posts.some(({ id, date }) => recent.some((made) => made.id === id && made.mark === date))) return true;
  query.delete('status');
  const media = await site.request<Post[]>('GET', `/core/v2/media?${query}`);
  return media.some(({ id, slug }) => recent.some((made) => made.id === id && made.mark === slug));
};

const leftOf = ({ others, comments }: ExportSurvey): string[] => [
  ...[...others].map(([kind, count]) => `${count} items of the kind ${kind}`),
  ...(comments > 0 ? [`${comments} comments`] : []),
];

type Ids = Readonly<Record<'authors' | 'categories' | 'tags' | 'media', ReadonlyMap<string, number>>>;

/** Returns a function that converts a post of the file to the arguments of the interface. */
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

/** Returns the instant if the file has one; a draft has only a clock time. */
const datesOf = ({ date, dateGmt, status }: ExportedPost): { date?: string; date_gmt?: string } => {
  if (dateGmt !== '' && dateGmt !== NO_DATE && status !== 'draft') return { date_gmt: isoOf(dateGmt) };
  return date === '' || date === NO_DATE ? {} : { date: isoOf(date) };
};

const idsOf = (ids: ReadonlyMap<string, number>, slugs: readonly string[]): number[] =>
  slugs.map((slug) => ids.get(slug)).filter((id) => id !== undefined);

interface Bringing {
  readonly thing: string;
  readonly post: ExportedPost;
  readonly known: KnownPost | undefined;
  readonly body: object;
}

type Counts = Pick<ExportReport, 'created' | 'updated' | 'unchanged'> & { readonly failed: string[] };

const bring = async (
  site: SiteClient,
  { post, thing, known, body }: Bringing,
  { report: counts, course, place }: { readonly report: Counts; readonly course: Course; readonly place: Place },
): Promise<void> => {
  try {
    // A draft without slug and title cannot be found again: its key prevents a duplicate.
    const answer =
      known === undefined
        ? await site.request<Post>('POST', POSTS, body, place.keyOf(thing))
        : await site.request<Post>('POST', `${POSTS}/${known.id}`, body);
    place.acknowledge(thing, { id: answer.id, mark: answer.date });
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
