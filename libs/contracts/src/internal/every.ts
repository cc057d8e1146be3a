import { z } from 'zod';
import { contractsAskedBy, noMembers } from './internalContract.ts';

const internalContract = contractsAskedBy('gateway');

/** The members of a route's description that the gateway uses; the others pass unchanged. */
const describedRoute = z.looseObject({
  namespace: z.string(),
  methods: z.array(z.string()),
  endpoints: z.array(z.looseObject({ methods: z.array(z.string()) })),
  template: z.string(),
  summaries: z.array(z.string()),
  raw: z.array(z.boolean()),
  bodies: z.array(z.enum(['raw', 'file', 'list']).nullable()).optional(),
  restricted: z.array(z.boolean()).optional(),
  computed: z.array(z.array(z.string())).optional(),
});

export const describeRoutesOfService = internalContract('every.describe-routes', {
  method: 'GET',
  path: '/internal/routes',
  description: 'Describes the routes of this service.',
  request: z.object({
    detail: z.enum(['short', 'full']).default('full').meta({
      description: '`short` omits answers and published schemas. A service of an earlier release sends them always.',
    }),
  }),
  answer: z.looseObject({
    language: z.string(),
    version: z.string().optional().meta({ description: 'The version of the service.' }),
    languages: z
      .array(z.string())
      .optional()
      .meta({ description: 'The languages of the site that the descriptions enumerate.' }),
    namespaces: z
      .record(z.string(), z.record(z.string(), describedRoute))
      .meta({ description: 'By namespace, then by pattern.' }),
  }),
});

const batchItem = z.object({
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  path: z.string().meta({ description: 'With its query; without site, language and prefix.' }),
  body: z.record(z.string(), z.unknown()).optional(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
});

const batchEntry = z.object({
  body: z.unknown(),
  status: z.int(),
  headers: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]),
});

export const runBatch = internalContract('every.run-batch', {
  method: 'POST',
  path: '/internal/batch',
  description: 'Runs the items of a batch that are for this service.',
  request: z.object({
    validation: z.enum(['require-all-validate', 'normal']).default('normal'),
    dryRun: z.boolean().default(false).meta({ description: 'Checks the items and runs none.' }),
    whole: z
      .string()
      .optional()
      .meta({ description: 'Tells the batch that the items are of from others under the same Idempotency-Key.' }),
    items: z.array(batchItem),
  }),
  answer: z.object({
    failed: z.literal('validation').optional(),
    responses: z.array(batchEntry.nullable()).meta({ description: 'In the order of the items.' }),
  }),
});

export const forgetBatch = internalContract('every.forget-batch', {
  method: 'POST',
  path: '/internal/batch/forget',
  description: 'Leaves the key of a batch free in which nothing was carried out.',
  request: z.object({ key: z.string() }),
  answer: z.object({}),
});

const changesBeat = z.object({
  elapsed: z
    .number()
    .nonnegative()
    .meta({ description: 'Milliseconds from the arrival of the request until the versions were read.' }),
  versions: z.record(z.string(), z.union([z.number(), z.string(), z.null()])).meta({
    description: 'Those that differ from the last event; null for a collection that is being changed.',
  }),
});
export type ChangesBeat = z.infer<typeof changesBeat>;

export const followChanges = internalContract('every.follow-changes', {
  method: 'GET',
  path: '/internal/operations/changes',
  description: 'Streams the versions of what the answers of this service are made from, ten events a second.',
  request: noMembers,
  answer: changesBeat,
});

export const internalsOfEvery = [describeRoutesOfService, runBatch, forgetBatch, followChanges] as const;
