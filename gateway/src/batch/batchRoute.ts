import { anyOf, list, object, type Route, route, text } from '@almanac/rest';
import { BATCH, type BatchSender, type SentItem } from './sendBatch.ts';

const MOST_ITEMS = 25;

const item = object({
  method: text({
    enum: ['POST', 'PUT', 'PATCH', 'DELETE'],
    default: 'POST',
    description: 'The method of the request.',
  }),
  path: text({ required: true, description: 'The route with its query, without site, language and prefix.' }),
  body: object({}, { description: 'The members of the request.' }),
  headers: object({}, { additional: anyOf([text(), list(text())]), description: 'All the headers that it has.' }),
});

const args = {
  validation: text({
    enum: ['require-all-validate', 'normal'],
    default: 'normal',
    description: 'Whether one request that does not validate stops them all.',
  }),
  requests: list(item, { required: true, maxItems: MOST_ITEMS, description: 'The requests, in the order they run.' }),
};

/**
 * `POST /batch/v1`: several writes in one call (batch-oembed.md A, architecture §4). Each service gets its items in one
 * internal call and runs them in list order; services run in parallel; the answers stand in the order of the list.
 */
export const batchRoute = (send: BatchSender): Route =>
  route({
    namespace: '',
    path: BATCH,
    methods: ['POST'],
    summary: 'Runs several write requests in one call.',
    args,
    handle: async (request) => {
      const items = request.args.requests as readonly SentItem[];
      if (request.args.validation === 'require-all-validate') {
        const checked = await send(request, items, { dryRun: true });
        if (checked.some((entry) => entry !== null)) {
          return { status: 207, body: { failed: 'validation', responses: checked } };
        }
      }
      return { status: 207, body: { responses: await send(request, items, { dryRun: false }) } };
    },
  });
