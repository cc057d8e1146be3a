import { z } from 'zod';

const failure = z.strictObject({ id: z.int(), code: z.string(), message: z.string() });

export const createdJobsAnswer = z.strictObject({ jobs: z.record(z.string(), z.int()), failed: z.array(failure) });

export const storedAnswer = z.literal(true);

const engineJob = z
  .strictObject({
    id: z.int(),
    status: z.int(),
    status_name: z.string(),
    source_language: z.string(),
    target_language: z.string(),
    progress: z.int(),
    translated_xliff: z.string(),
    is_unsolvable: z.boolean(),
    updated_at: z.string(),
  })
  .meta({ id: 'EngineJob' });

export const engineJobsAnswer = z.record(z.string(), engineJob);

const syncedJob = z
  .strictObject({
    ateJobId: z.int(),
    url: z.string(),
    ateStatus: z.int(),
    jobId: z.int(),
    status: z.int(),
    isUnsolvable: z.boolean(),
    message: z.string(),
    errorType: z.string().nullable(),
    errorData: z.unknown(),
    originalElementId: z.int(),
    elementId: z.int().nullable(),
  })
  .meta({ id: 'SynchronisedJob' });

export const syncAnswer = z.strictObject({
  lockKey: z.union([z.string(), z.literal(false)]),
  ateToken: z.string(),
  nextPage: z.int(),
  numberOfPages: z.int(),
  downloadQueueSize: z.int(),
  jobs: z.array(syncedJob),
  ateTransportFailure: z.literal(true).optional(),
});

const downloaded = z
  .strictObject({
    jobId: z.int(),
    ateJobId: z.int(),
    viewLink: z.string().optional(),
    automatic: z.boolean().optional(),
    status: z.int().optional(),
    label: z.string().optional(),
    review_status: z.string().nullable().optional(),
    error: z.strictObject({ code: z.string(), message: z.string() }).optional(),
  })
  .meta({ id: 'DownloadedJob' });

export const downloadAnswer = z.array(downloaded);

export const retryAnswer = z.strictObject({ jobsToProcess: z.array(z.int()), processed: z.array(z.int()) });

export const fixAnswer = z.strictObject({ completed: z.boolean(), error: z.boolean() });
