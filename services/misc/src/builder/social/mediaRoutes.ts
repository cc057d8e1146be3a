import { recordVersion } from '@almanac/event-sourcing';
import {
  answerableError,
  boolean,
  errorBody,
  integer,
  invalid,
  invalidParams,
  type RestRequest,
  type RestResponse,
  type Route,
  route,
  text,
} from '@almanac/rest';
import { networkOf, spendRequest } from '@almanac/service';
import { z } from 'zod';
import { miscErrors } from '../../errors.ts';
import { SITE, socialAccountDecider, socialMessages } from './account.ts';
import type { Media } from './providerAnswers.ts';
import type { AvailableFeed, SocialFeed } from './socialFeed.ts';
import type { SocialMisc } from './tokens.ts';

export const namespace = 'builder/social';

const child = {
  id: z.string(),
  media_type: z.enum(['IMAGE', 'VIDEO', 'CAROUSEL_ALBUM']),
  media_url: z.url(),
  permalink: z.url(),
  thumbnail_url: z.url().optional(),
};
const item = z
  .strictObject({ ...child, caption: z.string(), timestamp: z.string(), children_count: z.int().min(0).optional() })
  .meta({ id: 'SocialMedia' });
const cursors = z.strictObject({ before: z.string().nullable(), after: z.string().nullable() });
const refused = z.strictObject({ code: z.literal(400), error_message: z.string() });
const mediaAnswer = z.strictObject({
  code: z.literal(200),
  json: z.strictObject({
    data: z.array(item),
    paging: z.strictObject({ cursors, next: z.string().nullable() }),
  }),
});
const childrenAnswer = z.strictObject({
  code: z.literal(200),
  json: z.strictObject({ data: z.array(z.strictObject(child)) }),
});

const answersWith = (body: z.ZodType) => ({
  200: {
    body: z.union([body, refused]),
    headers: { 'Cache-Control': z.string(), 'X-Cache': z.string().optional() },
  },
  409: ['social_not_connected', 'social_reauthorize'],
  503: ['social_remote_unavailable'],
});

const envelope = boolean({
  default: false,
  description: 'Answers errors with status 200 and error_message, for old clients.',
});

const cursorOf = (id: string): string => Buffer.from(id).toString('base64url');
const idOf = (cursor: string): string => Buffer.from(cursor, 'base64url').toString();

const args = {
  limit: integer({ minimum: 1, maximum: 50, default: 20, description: 'The number of media per page.' }),
  after: text({
    check: (cursor) => (/^\d{1,40}$/.test(idOf(cursor)) ? undefined : socialMessages.cursor),
    description: 'The cursor of the media before the first one.',
  }),
  page: integer({ minimum: 1, maximum: 10, default: 1, description: 'The page. Ignored if a cursor is given.' }),
  envelope,
};

type PageArgs = {
  readonly limit: number;
  readonly after?: string | undefined;
  readonly page: number;
  readonly envelope: boolean;
};

/** `GET /builder/social/media` and `…/{id}/children`: media of the connected account (docs/interface/builder.md §2). */
export const mediaRoutes = (misc: SocialMisc, feed: SocialFeed): Route[] => {
  const answering = createAnswering(misc);
  return [
    route({
      namespace,
      path: '/media',
      methods: ['GET'],
      summary: 'Lists the media of the connected account, newest first.',
      args,
      answers: answersWith(mediaAnswer),
      handle: (request) => answering(request, async () => pageOf(await feed.show(), request)),
    }),
    route({
      namespace,
      path: '/{id:\\d+}/children',
      methods: ['GET'],
      summary: 'Lists the media of a carousel of the connected account.',
      args: { id: text({ numbers: true, description: 'The id of the media.' }), envelope },
      answers: { ...answersWith(childrenAnswer), 404: ['social_media_not_found'] },
      handle: (request) => answering(request, async () => childrenOf(await feed.show(), request.captures.id ?? '')),
    }),
  ];
};

type Answering = (
  request: Pick<RestRequest, 'headers' | 'language'> & { readonly args: { readonly envelope: boolean } },
  answer: () => Promise<RestResponse>,
) => Promise<RestResponse>;

/** Returns a function that limits requests, and wraps errors into the envelope that old clients expect. */
const createAnswering = ({ limits, texts }: SocialMisc): Answering => {
  const limiter = limits('social');
  return async ({ headers, language, args }, answer) => {
    try {
      await spendRequest(limiter, networkOf(String(headers['x-forwarded-for'] ?? '')));
      return await answer();
    } catch (error) {
      const known = args.envelope ? answerableError(error) : undefined;
      if (known === undefined) throw error;
      const { message } = errorBody(known, texts, language);
      return { body: { code: 400, error_message: message }, headers: { 'Cache-Control': 'no-store' } };
    }
  };
};

const answerOf = ({ isStale, account: { version } }: AvailableFeed, json: object): RestResponse => ({
  body: { code: 200, json },
  version: recordVersion(socialAccountDecider, { id: SITE, version }),
  headers: isStale
    ? { 'Cache-Control': 'public, max-age=60', 'X-Cache': 'stale' }
    : { 'Cache-Control': 'public, max-age=900, stale-while-revalidate=86400' },
});

const pageOf = async (shown: AvailableFeed, { args, apiRoot }: Pick<RestRequest<PageArgs>, 'args' | 'apiRoot'>) => {
  const { limit } = args;
  const { ids } = shown.head;
  const from = startOf(ids, args);
  const media = await shown.slice(from, from + limit);
  const data = media.map(({ item }: Media) => item);
  const [first, last] = [data.at(0), data.at(-1)].map((each) => (each === undefined ? null : cursorOf(each.id)));
  const query = new URLSearchParams({
    limit: String(limit),
    after: last ?? '',
    ...(args.envelope && { envelope: '1' }),
  });
  const next = last !== null && from + limit < ids.length ? `${apiRoot}/${namespace}/media?${query}` : null;
  return answerOf(shown, { data, paging: { cursors: { before: first, after: last }, next } });
};

/** @throws DomainError 400 for a cursor of media that the account no longer shows */
const startOf = (ids: readonly string[], { after, page, limit }: PageArgs): number => {
  if (after === undefined) return (page - 1) * limit;
  const at = ids.indexOf(idOf(after));
  if (at === -1) throw invalidParams({ after: invalid(socialMessages.cursor) });
  return at + 1;
};

const childrenOf = async (shown: AvailableFeed, id: string): Promise<RestResponse> => {
  const at = shown.head.ids.indexOf(id);
  if (at === -1) throw miscErrors.unknownMedia();
  const [media] = await shown.slice(at, at + 1);
  return answerOf(shown, { data: media?.children ?? [] });
};
