import { z } from 'zod';
import { contractsAskedBy } from './internalContract.ts';

const internalContract = contractsAskedBy('core');

// Requests of the console to core for managers of the categories and tags of posts; `{taxonomy}` is one of the two.

const context = z.literal('edit');

const term = z.object({
  id: z.int(),
  name: z.string().meta({ description: 'As stored.' }),
  slug: z.string(),
  description: z.string().meta({ description: 'As stored.' }),
  link: z.string(),
  count: z.int(),
  parent: z.int().default(0).meta({ description: 'Of a category; 0 for none.' }),
  i18n: z
    .object({
      language: z.string(),
      translations: z
        .record(z.string(), z.int())
        .default({})
        .meta({ description: 'The ids of its versions by language.' }),
    })
    .optional(),
  _links: z
    .object({
      self: z.array(z.object({ targetHints: z.object({ allow: z.array(z.string()) }).optional() })).default([]),
    })
    .optional(),
});

const written = z.object({
  name: z.string().optional(),
  slug: z.string().optional(),
  description: z.string().optional(),
  parent: z.int().optional(),
});

export const listTermsOfCore = internalContract('core.list-terms', {
  method: 'GET',
  path: '/core/v2/{taxonomy}',
  description: 'Lists the terms of a taxonomy by name.',
  request: z.object({
    context,
    search: z.string().max(200).optional(),
    page: z.int().min(1),
    per_page: z.int().min(1).max(100),
  }),
  answer: z.array(term),
});

export const readTermOfCore = internalContract('core.read-term', {
  method: 'GET',
  path: '/core/v2/{taxonomy}/{id}',
  description: 'Reads a term.',
  request: z.object({ context }),
  answer: term,
});

export const createTermOfCore = internalContract('core.write-new-term', {
  method: 'POST',
  path: '/core/v2/{taxonomy}',
  description: 'Creates a term.',
  request: written.extend({ translation_of: z.int().optional() }),
  answer: term,
});

export const changeTermOfCore = internalContract('core.write-term', {
  method: 'POST',
  path: '/core/v2/{taxonomy}/{id}',
  description: 'Changes a term.',
  request: written,
  answer: term,
});

export const deleteTermOfCore = internalContract('core.delete-term', {
  method: 'DELETE',
  path: '/core/v2/{taxonomy}/{id}',
  description: 'Deletes a term for good.',
  request: z.object({ force: z.literal(true) }),
  answer: z.object({ deleted: z.literal(true) }),
});

export const consoleTermInternals = [
  listTermsOfCore,
  readTermOfCore,
  createTermOfCore,
  changeTermOfCore,
  deleteTermOfCore,
] as const;
