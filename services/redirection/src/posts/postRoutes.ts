import { findNamedPost, findRandomPost } from '@almanac/contracts';
import type { Filter } from '@almanac/documents';
import { languagePrefix } from '@almanac/i18n';
import { contractArgs, type Route, route, text } from '@almanac/rest';
import { displayTitle } from '@almanac/text';
import { postsAnswer } from '../answers.ts';
import type { Redirection } from '../redirection.ts';
import { isSite, mayManage, namespace } from '../rights.ts';
import { atPermalink, isPublished, type SiteRecord, siteRecords } from './siteRecords.ts';

const MAX_POSTS = 200;
const MAX_SLUG_LENGTH = 200;

const published: readonly Filter[] = [
  { field: 'type', equals: 'post' },
  { field: 'status', equals: 'publish' },
];

/** Returns the routes that find posts (docs/interface/redirection.md §4.5, §10). */
export const postRoutes = (redirection: Redirection): Route[] => [
  lookUpRoute(redirection),
  randomRoute(redirection),
  namedRoute(redirection),
];

const lookUpRoute = (redirection: Redirection): Route =>
  route({
    namespace,
    path: '/redirect/post',
    methods: ['GET'],
    summary: 'Finds the addresses of posts.',
    args: {
      text: text({ required: true, maxLength: MAX_SLUG_LENGTH, description: 'A part of the title or slug of a post.' }),
    },
    answers: { 200: postsAnswer },
    permission: mayManage,
    handle: async ({ args, site }) => {
      // Searches for the text as typed and as titles are displayed.
      const asked = [args.text, displayTitle(args.text)].filter((each) => each !== '');
      const wanted = { any: asked.map((each): Filter => ({ texts: ['title', 'slug'], words: [each] })) };
      const found = await redirection.documents.find<SiteRecord>(siteRecords, {
        filter: { all: [...published, ...(asked.length === 0 ? [] : [wanted])] },
        limit: MAX_POSTS,
      });
      return {
        body: found.flatMap((post) => {
          const { title, slug, path } = atPermalink(post, redirection);
          return path === null ? [] : [{ title: isNamed(title, asked) ? title : slug, value: `${site}${path}` }];
        }),
      };
    },
  });

/** True if the title contains one of the texts; case matters. */
const isNamed = (title: string, texts: readonly string[]): boolean =>
  texts.length === 0 || texts.some((each) => title.includes(each));

/** Sends gateways a random published post without a password; null if there is none. */
const randomRoute = (redirection: Redirection): Route =>
  route({
    namespace: 'internal',
    path: '/redirects/random-post',
    methods: ['GET'],
    summary: 'Finds any published post.',
    hidden: true,
    args: contractArgs(findRandomPost),
    permission: isSite,
    handle: async () => {
      const { documents, randomInt } = redirection;
      const filter: Filter = { all: [...published, { field: 'protected', equals: false }] };
      const total = await documents.count(siteRecords, filter);
      if (total === 0) return { body: { path: null } };
      const [post] = await documents.find<SiteRecord>(siteRecords, { filter, limit: 1, offset: randomInt(total) });
      return { body: { path: post === undefined ? null : atPermalink(post, redirection).path } };
    },
  });

interface PostName {
  readonly id?: number | undefined;
  readonly slug?: string | undefined;
}

/** Returns the published posts with an id, a slug, or both. */
const postsNamed = async (documents: Redirection['documents'], { id, slug }: PostName) => {
  const found =
    id === undefined
      ? await documents.find<SiteRecord>(siteRecords, {
          filter: { all: [...published, { texts: ['slug'], exactly: slug ?? '' }] },
          limit: MAX_POSTS,
        })
      : await documents.getMany<SiteRecord>(siteRecords, [id]);
  return found.filter((record) => record.type === 'post' && (slug === undefined || record.slug === slug));
};

/** Sends gateways the current address of a post that an old address names; null if there is none. */
const namedRoute = (redirection: Redirection): Route =>
  route({
    namespace: 'internal',
    path: '/redirects/named-post',
    methods: ['POST'],
    summary: 'Finds the post of a former address.',
    hidden: true,
    args: contractArgs(findNamedPost),
    permission: isSite,
    handle: async ({ args: { posts, under } }) => {
      for (const named of posts) {
        if (named.id === undefined && named.slug === undefined) continue;
        const found = (await postsNamed(redirection.documents, named)).filter(isPublished);
        const post = found.find(({ path }) => languagePrefix(path) === under);
        if (post !== undefined) return { body: { path: atPermalink(post, redirection).path } };
      }
      return { body: { path: null } };
    },
  });
