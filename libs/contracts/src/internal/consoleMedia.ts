import { z } from 'zod';
import { contractsAskedBy } from './internalContract.ts';

const internalContract = contractsAskedBy('core');

// Requests of the console to core about pictures and other files.

const context = z.literal('edit');
const shown = z.string().meta({ description: 'HTML.' });
const stored = z.object({ raw: z.string().meta({ description: 'As stored.' }) });
const address = z.string().meta({ description: 'Of the file.' });

/** Of a picture with renditions, `full` among them. */
const sizes = z.record(z.string(), z.object({ source_url: address }));

const facts = {
  id: z.int(),
  alt_text: z.string(),
  mime_type: z.string(),
  source_url: address,
};

export const listMediaOfCore = internalContract('core.list-media', {
  method: 'GET',
  path: '/core/v2/media',
  description: 'Lists pictures and other files, newest first.',
  request: z.object({
    context: context.optional().meta({ description: 'Only what the user may change.' }),
    media_type: z.string().optional().meta({ description: 'Kinds, separated by commas.' }),
    status: z.string().optional(),
    search: z.string().optional(),
    page: z.int().min(1).optional(),
    per_page: z.int().min(1).max(100),
  }),
  answer: z.array(
    z.object({
      ...facts,
      title: z.object({ rendered: shown }),
      media_details: z.object({ filesize: z.int(), sizes }),
    }),
  ),
});

const medium = z.object({
  ...facts,
  title: stored,
  caption: stored,
  description: stored,
  status: z.string(),
  post: z.int().nullable().meta({ description: 'What it is attached to.' }),
  link: z.string().meta({ description: 'Its page.' }),
  media_details: z.object({
    filesize: z.int(),
    width: z.int().optional(),
    height: z.int().optional(),
    sizes,
  }),
});

export const readMediumOfCore = internalContract('core.read-medium', {
  method: 'GET',
  path: '/core/v2/media/{id}',
  description: 'Reads a medium.',
  request: z.object({ context }),
  answer: medium,
});

export const changeMediumOfCore = internalContract('core.change-medium', {
  method: 'POST',
  path: '/core/v2/media/{id}',
  description: 'Changes a medium.',
  request: z.object({
    title: z.string().optional(),
    alt_text: z.string().optional(),
    caption: z.string().optional(),
    description: z.string().optional(),
    post: z.string().optional().meta({ description: 'The id of a post; 0 for none.' }),
    status: z.string().optional(),
  }),
  answer: medium,
});

export const deleteMediumOfCore = internalContract('core.delete-medium', {
  method: 'DELETE',
  path: '/core/v2/media/{id}',
  description: 'Deletes a medium and its files.',
  request: z.object({ force: z.literal(true) }),
  answer: z.object({ deleted: z.literal(true) }),
});

export const consoleMediaInternals = [
  listMediaOfCore,
  readMediumOfCore,
  changeMediumOfCore,
  deleteMediumOfCore,
] as const;
