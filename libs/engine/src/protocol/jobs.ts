import { z } from 'zod';
import { operation } from './operation.ts';

/** States of a job of the editor service. */
export const jobStates = {
  created: 0,
  translating: 1,
  translated: 6,
  delivering: 7,
  delivered: 8,
  edited: 15,
  lacksCredit: 31,
  cancelled: 42,
} as const;

export const MAX_JOBS = 100;
export const MAX_IDS = 500;
/** Maximum bytes of an XLIFF file. */
const MAX_XLIFF_BYTES = 5 * 1024 * 1024;
/** Maximum characters of the content: base64 takes four for three bytes. */
const MAX_CONTENT_LENGTH = Math.ceil(MAX_XLIFF_BYTES / 3) * 4;

/** The number of a job at the engine. */
export const jobNumber = z.int().min(1);
/** A BCP 47 tag such as `fr-CA`. */
const languageTag = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/);
/** Identifies a requested job, so that a repeated request creates nothing: the same key, the same job. */
export const requestKey = z.string().min(1).max(128);
const xliffContent = z.base64().max(MAX_CONTENT_LENGTH).meta({ description: 'XLIFF 1.2, in base64' });

const jobStatus = z.int().meta({
  description:
    '0 created, 1 translating, 6 translated, 7 delivering, 8 delivered, 15 edited, 31 no credit, 42 cancelled',
});

export const newJob = z
  .object({
    key: requestKey,
    title: z.string().max(1_000),
    source_language: languageTag,
    target_language: languageTag,
    automatic: z.boolean(),
    deadline: z.string().nullable(),
    callback: z.url().max(2_000).nullable().meta({ description: 'Asked by GET once the job is done' }),
    content: xliffContent,
  })
  .meta({ id: 'NewJob' });

const job = z
  .object({
    id: jobNumber,
    status: jobStatus,
    status_name: z.string(),
    source_language: languageTag,
    target_language: languageTag,
    progress: z.int().min(0).max(100),
    is_unsolvable: z.boolean(),
    message: z.string(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Job' });

const refusedJob = z.object({ key: requestKey, code: z.string(), message: z.string() }).meta({ id: 'RefusedJob' });
export const ids = z.array(jobNumber).min(1).max(MAX_IDS);

const jobsPage = z
  .object({
    jobs: z.array(job),
    token: z.string().meta({ description: 'For the pages after this one; empty where this is all' }),
    pages: z.int().min(0).meta({ description: 'How many pages there are beside this one' }),
  })
  .meta({ id: 'JobsPage' });

export type NewJob = z.infer<typeof newJob>;
export type Job = z.infer<typeof job>;
export type JobsPage = z.infer<typeof jobsPage>;

/** Operations of the editor service. */
export const jobOperations = {
  makeJobs: operation({
    method: 'POST',
    path: '/v1/jobs',
    summary: 'Makes jobs. One whose key is known is not made again: its number is answered.',
    asked: z.object({ jobs: z.array(newJob).min(1).max(MAX_JOBS) }),
    answer: z.object({
      jobs: z.array(z.object({ key: requestKey, id: jobNumber, status: jobStatus })),
      failed: z.array(refusedJob),
    }),
  }),
  cancelJobs: operation({
    method: 'POST',
    path: '/v1/jobs/cancel',
    summary: 'Cancels jobs; unknown ones and those that are cancelled are passed over.',
    asked: z.object({ ids }),
    answer: z.object({ cancelled: z.array(jobNumber) }),
  }),
  jobsById: operation({
    method: 'POST',
    path: '/v1/jobs/status',
    summary: 'The status of many jobs: the first page, and a token for the others. Unknown ones are left out.',
    asked: z.object({ ids }),
    answer: jobsPage,
  }),
  jobsOfPage: operation({
    method: 'GET',
    path: '/v1/jobs/status/{token}/{page}',
    summary: 'A further page of the status of many jobs, counted from 1.',
    answer: jobsPage,
    refusals: [404],
  }),
  xliffOfJob: operation({
    method: 'GET',
    path: '/v1/jobs/{id}/xliff',
    summary: 'The translated XLIFF of a job; 409 while there is none.',
    answer: 'xliff',
    refusals: [404, 409],
  }),
} as const;
