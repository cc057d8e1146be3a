import { pagingHeaders } from '@almanac/rest';
import { z } from 'zod';

const code = z.string();

/** A job in a list. */
const jobAnswer = z
  .strictObject({
    id: z.int(),
    type: z.string(),
    tp_id: z.int().nullable(),
    status: z.int(),
    needs_update: z.boolean(),
    review_status: z.string().nullable(),
    language_codes: z.strictObject({ source: code, target: code }),
    languages: z.strictObject({ source: z.string(), target: z.string() }),
    translation_service_id: z.union([z.literal('local'), z.int()]),
    translation_service: z.string(),
    sent_date: z.string(),
    deadline: z.string(),
    overdue: z.boolean(),
    ts_status: z.string(),
    error_type: z.string().nullable(),
    element: z.strictObject({
      id: z.int(),
      name: z.string(),
      url: z.string(),
      type: z.string(),
      status: z.string(),
    }),
    translator_id: z.int(),
    translator_name: z.string(),
    is_ate_job: z.boolean(),
    automatic: z.boolean(),
    progress: z.string(),
    batch: z.strictObject({ id: z.int(), name: z.string(), tp_id: z.int().nullable() }),
    extra_data: z.strictObject({ job_id: z.int(), editor_job_id: z.int().nullable() }),
    edit_url: z.string(),
    view_url: z.string(),
    view_original_url: z.string(),
  })
  .meta({ id: 'TranslationJob' });

const unit = z.strictObject({ id: z.string(), source: z.string(), target: z.string(), finished: z.boolean() });

const warning = z.strictObject({
  unit: z.string(),
  missing: z.array(z.string()),
  added: z.array(z.string()),
});

/** A job with its texts. */
export const jobWithUnitsAnswer = jobAnswer.extend({ units: z.array(unit) }).meta({ id: 'TranslationJobWithUnits' });

/** A job after a save, with the differences from its source. */
export const savedJobAnswer = jobAnswer
  .extend({ units: z.array(unit), warnings: z.array(warning) })
  .meta({ id: 'SavedTranslationJob' });

export const batchAnswer = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    deadline: z.string(),
    tp_id: z.int().nullable(),
    jobs: z.array(jobAnswer),
  })
  .meta({ id: 'TranslationBatch' });

export const jobsAnswer = {
  body: z.strictObject({
    jobs: z.array(jobAnswer),
    total: z.int().nonnegative(),
    last_picked_up_date: z.string().nullable(),
  }),
  headers: pagingHeaders,
};

export const assignedAnswer = z.strictObject({ assigned: z.int() });
export const cancelledAnswer = z.array(z.strictObject({ id: z.int(), type: z.string() }));
