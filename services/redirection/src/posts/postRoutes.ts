import { findRandomPost } from '@almanac/contracts';
import type { Filter } from '@almanac/documents';
import { contractArgs, type Route, route, text } from '@almanac/rest';
import { postsAnswer } from '../answers.ts';
import type { Redirection } from '../redirection.ts';
import { isSite, mayManage, namespace } from '../rights.ts';
import { type SiteRecord, siteRecords } from './siteRecords.ts';

const MOST = 200;
const LONGEST = 200;

const published: readonly Filter[] = [
  { field: 'type', equals: 'post' },
  { field: 'status', equals: 'publish' },
];

/** The routes that find posts (docs/interface/redirection.md §4.5, §10). */
export const postRoutes = (redirection: Redirection): Route[] => [lookUpRoute(redirection), randomRoute(redirection)];

const lookUpRoute = ({ documents }: Redirection): Route =>
  route({
    namespace,
    path: '/redirect/post',
    methods: ['GET'],
    summary: 'Finds the addresses of posts.',
    args: {
      text: text({ required: true, maxLength: LONGEST, description: 'What the title or the slug of a post contains.' }),
    },
    answers: { 200: postsAnswer },
    permission: mayManage,
    handle: async ({ args, site }) => {
      const wanted: Filter[] = args.text === '' ? [] : [{ texts: ['title', 'slug'], words: [args.text] }];
      const found = await documents.find<SiteRecord>(siteRecords, {
        filter: { all: [...published, ...wanted] },
        limit: MOST,
      });
      return {
        body: found.flatMap(({ title, slug, path }) =>
          path === null ? [] : [{ title: title.includes(args.text) ? title : slug, value: `${site}${path}` }],
        ),
        tags: ['posts'],
      };
    },
  });

/** Answers gateways some published post that no password protects; null where there is none. */
const randomRoute = ({ documents, randomInt }: Redirection): Route =>
  route({
    namespace: 'internal',
    path: '/redirects/random-post',
    methods: ['GET'],
    summary: 'Finds some published post.',
    hidden: true,
    args: contractArgs(findRandomPost),
    permission: isSite,
    handle: async () => {
      const filter: Filter = { all: [...published, { field: 'protected', equals: false }] };
      const total = await documents.count(siteRecords, filter);
      if (total === 0) return { body: { path: null } };
      const [post] = await documents.find<SiteRecord>(siteRecords, { filter, limit: 1, offset: randomInt(total) });
      return { body: { path: post?.path ?? null } };
    },
  });
