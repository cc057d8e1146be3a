import { z } from 'zod';
import { elementTypes } from '../elements.ts';
import { contractsAskedBy } from './internalContract.ts';

const internalContract = contractsAskedBy('core');

// Requests of the console to translation, for users who have records translated.

const job = z.object({
  id: z.int(),
  status: z.int(),
  needs_update: z.boolean(),
  language_codes: z.object({ source: z.string(), target: z.string() }),
  translation_service_id: z.union([z.literal('local'), z.int()]),
  sent_date: z.string(),
  deadline: z.string().meta({ description: 'A day; "" for none.' }),
  overdue: z.boolean(),
  translator_name: z.string(),
  is_ate_job: z.boolean(),
  automatic: z.boolean(),
  progress: z.string(),
  batch: z.object({ name: z.string() }),
  view_url: z.string().meta({ description: 'Of the written version; "" for none.' }),
});

export const readElementJobsOfTranslation = internalContract('translation.read-element-jobs', {
  method: 'POST',
  path: '/internal/element-jobs',
  description: 'Says whether who asks may have records translated, and the jobs of a record’s versions that they see.',
  request: z.object({
    type: z.enum(elementTypes),
    ids: z.array(z.int().positive()).min(1).max(50).meta({ description: 'The versions of the record.' }),
  }),
  answer: z.object({
    manages: z.boolean(),
    engine: z.boolean().meta({ description: 'Whether a translation engine is configured.' }),
    jobs: z.array(job),
  }),
});

export const listTranslatorsOfTranslation = internalContract('translation.list-translators', {
  method: 'GET',
  path: '/i18n/tm/v1/translators',
  description: 'Lists who translates.',
  request: z.object({ page: z.int().min(1), per_page: z.int().min(1).max(100) }),
  answer: z.array(
    z.object({ id: z.int(), name: z.string(), language_pairs: z.record(z.string(), z.array(z.string())) }),
  ),
});

export const sendBatchToTranslation = internalContract('translation.send-batch', {
  method: 'POST',
  path: '/i18n/tm/v1/batches',
  description: 'Sends content to be translated.',
  request: z.object({
    elements: z.array(z.object({ type: z.string(), id: z.int() })),
    target_languages: z.array(z.string()),
    channel: z.enum(['local', 'ate']),
    automatic: z.boolean(),
    translator_id: z.int().optional(),
    deadline: z.string().optional(),
  }),
  answer: z.object({ id: z.int() }),
});

export const consoleTranslationInternals = [
  readElementJobsOfTranslation,
  listTranslatorsOfTranslation,
  sendBatchToTranslation,
] as const;
