import { z } from 'zod';
import { contractsAskedBy, noMembers } from './internalContract.ts';

const internalContract = contractsAskedBy('core');

// Requests of the console to misc about webhooks.

const url = z.string().max(2_000);
const types = z.array(z.string().max(80)).max(100);
const written = z.enum(['active', 'paused']);

const webhook = z.object({
  id: z.int(),
  url: z.string(),
  types: z.array(z.string()),
  status: z.enum(['active', 'paused', 'disabled']),
  created: z.string(),
  last_success_at: z.string().nullable(),
  last_error: z.string().nullable(),
});

const paged = z.object({ page: z.int().min(1), per_page: z.int().min(1).max(100) });
const queued = z.object({ status: z.literal('queued') });

export const listWebhooksOfMisc = internalContract('misc.list-webhooks', {
  method: 'GET',
  path: '/ops/v1/webhooks',
  description: 'Lists webhooks, newest first.',
  request: paged,
  answer: z.array(webhook),
});

export const createWebhookOfMisc = internalContract('misc.create-webhook', {
  method: 'POST',
  path: '/ops/v1/webhooks',
  description: 'Creates a webhook.',
  request: z.object({ url, types }),
  answer: webhook.extend({ secret: z.string().meta({ description: 'Said this once.' }) }),
});

export const readWebhookOfMisc = internalContract('misc.read-webhook', {
  method: 'GET',
  path: '/ops/v1/webhooks/{id}',
  description: 'Reads a webhook.',
  request: noMembers,
  answer: webhook,
});

export const changeWebhookOfMisc = internalContract('misc.change-webhook', {
  method: 'POST',
  path: '/ops/v1/webhooks/{id}',
  description: 'Changes a webhook.',
  request: z.object({ url: url.optional(), types: types.optional(), status: written.optional() }),
  answer: webhook,
});

export const deleteWebhookOfMisc = internalContract('misc.delete-webhook', {
  method: 'DELETE',
  path: '/ops/v1/webhooks/{id}',
  description: 'Deletes a webhook for good.',
  request: noMembers,
  answer: z.object({ previous: webhook }),
});

export const listDeliveriesOfMisc = internalContract('misc.list-deliveries', {
  method: 'GET',
  path: '/ops/v1/webhooks/{id}/deliveries',
  description: 'Lists what became of a webhook’s deliveries, newest first.',
  request: paged,
  answer: z.array(
    z.object({
      id: z.string(),
      event: z.string().nullable(),
      type: z.string(),
      subject: z.string(),
      status: z.enum(['failing', 'delivered', 'failed', 'dropped']),
      attempts: z.int(),
      response_status: z.int().nullable(),
      error: z.string().nullable(),
      last_attempt: z.string(),
    }),
  ),
});

export const redeliverOfMisc = internalContract('misc.redeliver', {
  method: 'POST',
  path: '/ops/v1/webhooks/{id}/deliveries/{delivery}/redeliver',
  description: 'Has an event told to a webhook again.',
  request: noMembers,
  answer: queued,
});

export const pingWebhookOfMisc = internalContract('misc.ping-webhook', {
  method: 'POST',
  path: '/ops/v1/webhooks/{id}/ping',
  description: 'Tells a webhook an event that means nothing.',
  request: noMembers,
  answer: queued,
});

export const consoleWebhookInternals = [
  listWebhooksOfMisc,
  createWebhookOfMisc,
  readWebhookOfMisc,
  changeWebhookOfMisc,
  deleteWebhookOfMisc,
  listDeliveriesOfMisc,
  redeliverOfMisc,
  pingWebhookOfMisc,
] as const;
