import { pagesOfRecords, type RestRequest, type Route, route, text } from '@almanac/rest';
import { z } from 'zod';
import { miscErrors } from '../../errors.ts';
import { pagedArgs, pageOf } from '../../lists.ts';
import { placeOf } from '../feed/feedEvent.ts';
import { idArg } from './webhookArgs.ts';
import { commonDeclaration, decideWebhook, type HookMisc, notFound, webhookOf } from './webhookRoutes.ts';

const deliverySchema = z
  .strictObject({
    id: z.string(),
    event: z.string().nullable(),
    type: z.string(),
    subject: z.string(),
    status: z.enum(['failing', 'delivered', 'failed', 'dropped']),
    attempts: z.int(),
    response_status: z.int().nullable(),
    error: z.string().nullable(),
    created: z.string(),
    last_attempt: z.string(),
  })
  .meta({ id: 'WebhookDelivery' });

const requestedSchema = z.strictObject({ status: z.literal('queued') }).meta({ id: 'QueuedDelivery' });

/** Routes that list deliveries, repeat a delivery and send a ping (docs/interface/ops.md §10). */
export const deliveryRoutes = (misc: HookMisc): Route[] => [listRoute(misc), redeliverRoute(misc), pingRoute(misc)];

const listRoute = (misc: HookMisc): Route =>
  route({
    ...commonDeclaration,
    path: '/webhooks/{id:\\d+}/deliveries',
    methods: ['GET'],
    summary: 'Lists the deliveries of a webhook in the last 30 days, newest first.',
    args: { id: idArg, ...pagedArgs },
    answers: { 200: pagesOfRecords(deliverySchema), ...notFound },
    handle: async (request) => {
      const { id } = await webhookOf(misc, request.args.id);
      return pageOf(request, await misc.deliveries.list(id));
    },
  });

const redeliverRoute = (misc: HookMisc): Route =>
  route({
    ...commonDeclaration,
    path: '/webhooks/{id:\\d+}/deliveries/{delivery}/redeliver',
    methods: ['POST'],
    summary: 'Sends an event to a webhook again.',
    args: { id: idArg, delivery: text({ inPath: true, maxLength: 100, description: 'The id of the delivery.' }) },
    answers: { 202: requestedSchema, 404: ['ops_webhook_not_found', 'ops_delivery_not_found'] },
    handle: async (request) => {
      const { id, delivery } = request.args;
      await webhookOf(misc, id);
      const found = (await misc.deliveries.list(id)).find((each) => each.id === delivery);
      if (found === undefined || !(await isEventRetained(misc, found.event))) throw miscErrors.unknownDelivery();
      return requested(request, id, found.event);
    },
  });

const pingRoute = (misc: HookMisc): Route =>
  route({
    ...commonDeclaration,
    path: '/webhooks/{id:\\d+}/ping',
    methods: ['POST'],
    summary: 'Sends a test event to a webhook.',
    args: { id: idArg },
    answers: { 202: requestedSchema, ...notFound },
    handle: async (request) => {
      const { id } = await webhookOf(misc, request.args.id);
      return requested(request, id, null);
    },
  });

const isEventRetained = async ({ feed }: HookMisc, event: string | null): Promise<boolean> => {
  const place = event === null ? undefined : placeOf(event);
  return event === null || (place !== undefined && (await feed.store.at(place)) !== undefined);
};

const requested = async (request: RestRequest, id: number, event: string | null) => {
  const { position } = await decideWebhook(request, id, { type: 'RequestDelivery', event });
  return { status: 202, body: { status: 'queued' }, position };
};
