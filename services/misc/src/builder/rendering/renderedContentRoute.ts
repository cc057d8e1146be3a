import { readEditablePostOfCore } from '@almanac/contracts';
import { can } from '@almanac/identity';
import { integer, type RestRequest, type Route, route, text, tooLarge } from '@almanac/rest';
import { askInternal, spendRequest } from '@almanac/service';
import { z } from 'zod';
import type { Misc } from '../../misc.ts';
import { contentPictures, type OwnPost } from './contentPictures.ts';
import { renderContent } from './renderContent.ts';

const MAX_CONTENT_LENGTH = 200_000;

const args = {
  content: text({
    required: true,
    description: 'The content in its stored form.',
    // like any oversized body, it is refused before permissions are checked
    check: (content) => {
      if (content.length > MAX_CONTENT_LENGTH) throw tooLarge();
      return undefined;
    },
    words: { maxLength: MAX_CONTENT_LENGTH },
  }),
  post_id: integer({ description: 'The id of the post that has this content.' }),
  format: text({
    enum: ['auto', 'blocks', 'shortcodes', 'html'],
    default: 'auto',
    description: 'The format of the content; auto detects it by the markers in the content.',
  }),
};

const answer = z
  .strictObject({
    content: z.string(),
    text: z.string(),
    words: z.int().nonnegative(),
    warnings: z.array(z.strictObject({ code: z.string(), detail: z.string() })),
  })
  .meta({ id: 'RenderedContent' });

/** `POST /builder/rendered_content`: renders content as the site shows it (docs/interface/builder.md §1). */
export const renderedContentRoute = (misc: Misc): Route => {
  const limiter = misc.limits('rendered-content');
  return route({
    namespace: 'builder',
    path: '/rendered_content',
    methods: ['POST'],
    summary: 'Renders content as the site shows it.',
    args,
    answers: { 200: answer, 404: ['rest_post_invalid_id'], 422: ['builder_too_complex'] },
    permission: ({ principal }) => can(principal, 'edit_posts'),
    handle: async (request) => {
      const { args, context, site } = request;
      const post = await ownPost(misc, request, args.post_id);
      await spendRequest(limiter, context.principal);
      const { content, format } = args;
      const media = format === 'html' ? {} : await contentPictures(misc.documents, { text: content, site, post });
      const body = await renderContent({ content, format, media }, () => performance.now());
      return { body, headers: { 'Cache-Control': 'no-store' } };
    },
  });
};

/** Returns the post if core lets the caller edit it. @throws DomainError 404 `rest_post_invalid_id`, 403, 503 */
const ownPost = async (
  { fetchInternal }: Misc,
  { principal, language, context }: RestRequest<unknown>,
  id: number | undefined,
): Promise<OwnPost | undefined> => {
  if (id === undefined) return undefined;
  const { correlation } = context;
  const asked = { send: { id }, principal, language, correlation };
  const { body, refused } = await askInternal(fetchInternal, readEditablePostOfCore, asked);
  if (refused !== undefined) throw refused;
  return body;
};
