import { can } from '@almanac/identity';
import {
  boolean,
  forbidden,
  integer,
  object,
  type RestRequest,
  type Route,
  readOnly,
  recordSchema,
  route,
  text,
  type Values,
} from '@almanac/rest';
import { z } from 'zod';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { mayEditPost } from '../posts/postAccess.ts';
import { postById } from '../posts/readModels/postList.ts';
import { archivesBlock } from './archivesBlock.ts';

const attributes = object(
  {
    displayAsDropdown: boolean({ default: false, description: 'Has no effect: pages show a list.' }),
    showLabel: boolean({ default: true, description: 'Has no effect: the list has no label.' }),
    showPostCounts: boolean({ default: false, description: 'True if each month names the number of its posts.' }),
    type: text({ enum: ['monthly'], default: 'monthly', description: 'The length of the archives.' }),
  },
  { additional: false, description: 'The attributes of the block.' },
);

const rendererArgs = {
  name: text({ description: 'The name of the block.' }),
  context: text({ enum: ['edit'], required: true, description: 'The context; blocks are rendered for editing only.' }),
  attributes,
  post_id: integer({ description: 'The post or page that has the block; the caller must be allowed to edit it.' }),
};

const schema = recordSchema('rendered-block', { rendered: readOnly(z.string(), 'e') }, { id: 'RenderedBlock' });

/** @throws DomainError 401 or 403 if the caller may not edit the post, or does not write posts */
const checkRenders = async (
  core: Core,
  { principal, args }: RestRequest<Values<typeof rendererArgs>>,
): Promise<true> => {
  const post = args.post_id === undefined ? undefined : await postById(core.documents, args.post_id);
  const allowed =
    args.post_id === undefined ? can(principal, 'edit_posts') : post !== undefined && mayEditPost(principal, post);
  if (allowed) return true;
  throw forbidden(principal, coreErrors.cannotRenderBlock);
};

/** Renders blocks that the site renders (docs/interface/core.md §8). */
export const blockRendererRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/block-renderer/{namespace:[\\w-]+}/{name:[\\w-]+}',
    methods: ['GET', 'POST'],
    summary: 'Renders a block.',
    args: rendererArgs,
    answers: { 200: schema.answered, 401: ['block_cannot_read'], 403: ['block_cannot_read'], 404: ['block_invalid'] },
    schema: schema.published,
    permission: (request) => checkRenders(core, request),
    handle: async (request) => {
      const { namespace, name } = request.captures;
      if (`${namespace}/${name}` !== 'core/archives') throw coreErrors.blockNotRendered();
      const { showPostCounts = false } = request.args.attributes ?? {};
      return { body: { rendered: await archivesBlock(core, request, { showPostCounts }) } };
    },
  });
