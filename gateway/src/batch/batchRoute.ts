import { hash } from 'node:crypto';
import {
  anything,
  CLEAR_UNSENT,
  type Invalid,
  idempotencyKeyOf,
  invalid,
  list,
  object,
  type RestRequest,
  type Route,
  route,
  text,
  type Values,
} from '@almanac/rest';
import { z } from 'zod';
import { batchSchema } from '../ownSchemas.ts';
import { BATCH_NAMESPACE, type BatchSender, type KeyedBatch, type SentItem } from './sendBatch.ts';

const MAX_BATCH_ITEMS = 25;

const isText = (value: unknown): value is string => typeof value === 'string';

/** A text or a list of texts; a number is refused, not converted. */
const header = anything({
  words: { type: ['string', 'array'], items: { type: 'string' } },
  parse: (value): string | string[] | Invalid => {
    if (isText(value) || (Array.isArray(value) && value.every(isText))) return value;
    return invalid('{name} is not of type {type}.', 'rest_invalid_type', { type: 'string, array' });
  },
});

const item = object({
  method: text({
    enum: ['POST', 'PUT', 'PATCH', 'DELETE'],
    default: 'POST',
    onNull: 'refuse',
    description: 'The method of the request.',
  }),
  path: text({ required: true, description: 'The route with its query, without site, language and prefix.' }),
  body: object({}, { onNull: 'refuse', description: 'The members of the request.' }),
  headers: object({}, { additional: header, onNull: 'refuse', description: 'All headers of the request.' }),
});

const args = {
  validation: text({
    enum: ['require-all-validate', 'normal'],
    default: 'normal',
    onNull: 'refuse',
    description: 'require-all-validate: no request runs if one of them is not valid.',
  }),
  requests: list(item, {
    required: true,
    maxItems: MAX_BATCH_ITEMS,
    description: 'The requests, in the order in which they run.',
  }),
};

/**
 * `POST /batch/v1`: several writes in one call (docs/interface/batch.md, docs/architecture.md §4).
 * Each service gets its items in one internal call and runs them in list order; services run in parallel.
 * The answers have the order of the list. The services receive the `Idempotency-Key` and store their answers.
 */
export const batchRoute = (send: BatchSender): Route =>
  route({
    namespace: '',
    path: BATCH_NAMESPACE,
    methods: ['POST'],
    summary: 'Runs several write requests in one call.',
    args,
    answers: { 207: { body: batchSchema, headers: { 'Idempotency-Replayed': z.string().optional() } } },
    passesKey: true,
    handle: async (request) => {
      // `item` declares these members
      const items = withPreference(request, request.args.requests as readonly SentItem[]);
      const keyed = keyedBatch(request);
      if (request.args.validation === 'require-all-validate') {
        const { entries } = await send(request, items, { dryRun: true, keyed });
        if (entries.some((entry) => entry !== null)) {
          return { status: 207, body: { failed: 'validation', responses: entries } };
        }
      }
      const { entries, replayed } = await send(request, items, { dryRun: false, keyed });
      const headers = keyed !== undefined && replayed ? { 'Idempotency-Replayed': 'true' } : {};
      return { status: 207, body: { responses: entries }, headers };
    },
  });

/** Returns items that clear unsent members as the batch does, unless they have a preference of their own. */
const withPreference = (
  { headers: { prefer } }: Pick<RestRequest, 'headers'>,
  items: readonly SentItem[],
): readonly SentItem[] =>
  prefer === CLEAR_UNSENT ? items.map((each) => ({ ...each, headers: { prefer, ...each.headers } })) : items;

/**
 * Returns the key and digest of a batch with an `Idempotency-Key`; the digest covers query, validation and requests.
 */
const keyedBatch = (request: RestRequest<Values<typeof args>>): KeyedBatch | undefined => {
  const key = idempotencyKeyOf(request);
  if (key === undefined) return undefined;
  const { validation, requests } = request.args;
  return { key, digest: hash('sha256', JSON.stringify([request.query, validation, requests]), 'hex') };
};
