import { z } from 'zod';
import { internalContract } from './internalContract.ts';

// What the console asks of core for those who write posts.

const context = z.literal('edit');
const stored = z.object({ raw: z.string().meta({ description: 'As stored.' }) });

const listedPost = z.object({
  id: z.int(),
  title: stored,
  status: z.string(),
  link: z.string(),
  date: z.string().nullable(),
  modified_gmt: z.string(),
});
const post = listedPost.extend({
  content: stored,
  categories: z.array(z.int()),
  featured_media: z.int().default(0).meta({ description: '0 for none.' }),
});

const written = z.object({
  title: z.string(),
  content: z.string(),
  status: z.string(),
  categories: z.array(z.int()),
  date: z.string().optional().meta({ description: 'On the site’s clocks.' }),
  featured_media: z.int().optional().meta({ description: '0 for none.' }),
});

export const listPostsOfCore = internalContract('core.list-posts', {
  method: 'GET',
  path: '/core/v2/posts',
  description: 'Lists posts.',
  request: z.object({
    context,
    status: z.string(),
    orderby: z.string(),
    author: z.int().optional(),
    page: z.int().min(1),
    per_page: z.int().min(1).max(100),
  }),
  answer: z.array(listedPost),
});

export const readPostOfCore = internalContract('core.read-post', {
  method: 'GET',
  path: '/core/v2/posts/{id}',
  description: 'Reads a post.',
  request: z.object({ context }),
  answer: post,
});

export const createPostOfCore = internalContract('core.create-post', {
  method: 'POST',
  path: '/core/v2/posts',
  description: 'Creates a post.',
  request: written,
  answer: post,
});

export const changePostOfCore = internalContract('core.change-post', {
  method: 'POST',
  path: '/core/v2/posts/{id}',
  description: 'Changes a post.',
  request: written,
  answer: post,
});

export const listCategoriesOfCore = internalContract('core.list-categories', {
  method: 'GET',
  path: '/core/v2/categories',
  description: 'Lists categories.',
  request: z.object({ page: z.int().min(1).optional(), per_page: z.int().min(1).max(100) }),
  answer: z.array(z.object({ id: z.int(), name: z.string().meta({ description: 'As stored.' }) })),
});

export const listPicturesOfCore = internalContract('core.list-pictures', {
  method: 'GET',
  path: '/core/v2/media',
  description: 'Lists pictures, newest first.',
  request: z.object({ media_type: z.literal('image'), per_page: z.int().min(1).max(100) }),
  answer: z.array(
    z.object({
      id: z.int(),
      title: z.object({ rendered: z.string().meta({ description: 'HTML.' }) }),
      alt_text: z.string(),
    }),
  ),
});

export const consoleWritingInternals = [
  listPostsOfCore,
  readPostOfCore,
  createPostOfCore,
  changePostOfCore,
  listCategoriesOfCore,
  listPicturesOfCore,
] as const;
