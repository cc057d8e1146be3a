import { z } from 'zod';
import { contractsAskedBy, noMembers } from './internalContract.ts';

const internalContract = contractsAskedBy('core');

// Requests of the console to core, for authors of posts.

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
  excerpt: stored.default({ raw: '' }),
  slug: z.string().default(''),
  categories: z.array(z.int()),
  tags: z.array(z.int()).default([]),
  featured_media: z.int().default(0).meta({ description: '0 for none.' }),
  i18n: z
    .object({
      language: z.string(),
      translations: z
        .record(z.string(), z.int())
        .default({})
        .meta({ description: 'The ids of its versions by language.' }),
    })
    .optional(),
});

const written = z.object({
  title: z.string().optional(),
  content: z.string().optional(),
  excerpt: z.string().optional(),
  slug: z.string().optional(),
  status: z.string().optional(),
  categories: z.array(z.int()).optional(),
  tags: z.array(z.int()).optional(),
  date: z.string().nullable().optional().meta({ description: 'On the site’s clocks; null for now.' }),
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
    search: z.string().max(200).optional(),
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

export const createPostOfCore = internalContract('core.write-new-post', {
  method: 'POST',
  path: '/core/v2/posts',
  description: 'Creates a post.',
  request: written.extend({ translation_of: z.int().optional() }),
  answer: post,
});

export const changePostOfCore = internalContract('core.write-post', {
  method: 'POST',
  path: '/core/v2/posts/{id}',
  description: 'Changes a post.',
  request: written,
  answer: post,
});

export const trashPostOfCore = internalContract('core.trash-post', {
  method: 'DELETE',
  path: '/core/v2/posts/{id}',
  description: 'Puts a post into the trash.',
  request: noMembers,
  answer: z.object({ id: z.int() }),
});

export const listCategoriesOfCore = internalContract('core.list-categories', {
  method: 'GET',
  path: '/core/v2/categories',
  description: 'Lists categories.',
  request: z.object({ page: z.int().min(1).optional(), per_page: z.int().min(1).max(100) }),
  answer: z.array(z.object({ id: z.int(), name: z.string().meta({ description: 'As stored.' }) })),
});

export const consoleWritingInternals = [
  listPostsOfCore,
  readPostOfCore,
  createPostOfCore,
  changePostOfCore,
  trashPostOfCore,
  listCategoriesOfCore,
] as const;
