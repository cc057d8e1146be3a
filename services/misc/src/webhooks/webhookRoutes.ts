import { isIP } from 'node:net';
import { recordVersion } from '@almanac/domain';
import { isPublicAddress } from '@almanac/outgoing';
import {
  created,
  forUpdate,
  integer,
  invalid,
  pagesOfRecords,
  type RestRequest,
  type RestResponse,
  type Route,
  route,
  text,
} from '@almanac/rest';
import { z } from 'zod';
import { type FeedMisc, requireTypes, typesArg } from '../feed/feedRoutes.ts';
import { pagedArgs, pagingOf, windowOf } from '../lists.ts';
import { mayOperate, namespace } from '../operations/rights.ts';
import type { HookDeliveries } from './deliveries.ts';
import { secretOf } from './hookHandler.ts';
import { newHookSecret } from './signature.ts';
import {
  noSuchWebhook,
  type Webhook,
  type WebhookCommand,
  type WebhookFields,
  webhookDecider,
  webhookMessages,
  webhooks,
} from './webhook.ts';

/** What the routes of hooks work with. */
export interface HookMisc extends FeedMisc {
  readonly deliveries: HookDeliveries;
}

const LONGEST_URL = 2_000;

export const webhookSchema = z
  .strictObject({
    ...{ id: z.int(), url: z.string(), types: z.array(z.string()), status: z.enum(['active', 'paused', 'disabled']) },
    ...{ created: z.string(), last_success_at: z.string().nullable(), last_error: z.string().nullable() },
    secret: z.string().optional().meta({ description: 'In the answer of creation alone.' }),
  })
  .meta({ id: 'Webhook' });

/** Names are judged when they are asked, by where they lead then. */
const isHookAddress = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, hostname } = new URL(address);
  const literal = hostname.replace(/^\[|\]$/g, '');
  const isInner = literal === 'localhost' || literal.endsWith('.localhost');
  const mayBe = isIP(literal) === 0 ? !isInner : isPublicAddress(literal);
  return protocol === 'https:' && username === '' && password === '' && mayBe;
};

const writeArgs = {
  url: text({
    required: true,
    maxLength: LONGEST_URL,
    check: (value) => (isHookAddress(value) ? undefined : invalid(webhookMessages.url)),
    description: 'The address that is told events, beginning with https://.',
  }),
  types: typesArg,
  status: text({ enum: ['active', 'paused'], description: 'Whether events are told.' }),
};

export const idArg = integer({ required: true, description: 'The id of the webhook.' });

export const shared = { namespace, permission: mayOperate };
export const notFound = { 404: ['ops_webhook_not_found'] };

/** Hooks are made, changed and deleted (docs/interface/ops.md §9). */
export const webhookRoutes = (misc: HookMisc): Route[] => [
  listRoute(misc),
  createRoute(misc),
  readRoute(misc),
  changeRoute(misc),
  deleteRoute(misc),
];

/** @throws DomainError 404 */
export const webhookOf = async ({ documents }: HookMisc, id: number): Promise<Webhook> => {
  const [found] = await documents.getMany<Webhook>(webhooks, [id]);
  if (found === undefined) throw noSuchWebhook();
  return found;
};

const viewOf = async ({ deliveries }: HookMisc, { id, url, types, status, created }: Webhook) => ({
  ...{ id, url, types, status, created },
  ...(await deliveries.result(id)),
});

const answerOf = async (misc: HookMisc, webhook: Webhook): Promise<RestResponse> => ({
  body: await viewOf(misc, webhook),
  version: recordVersion(webhookDecider, webhook),
});

export const decideWebhook = async (
  { commands, context, ifMatch }: Pick<RestRequest, 'commands' | 'context' | 'ifMatch'>,
  id: number,
  command: WebhookCommand,
) => {
  const { result, position } = await commands.run(context, async (unit) => {
    if (command.type !== 'CreateWebhook') await unit.expectVersion(webhookDecider, id, ifMatch);
    return unit.decide(webhookDecider, id, command, undefined);
  });
  return { webhook: result, position };
};

const listRoute = (misc: HookMisc): Route =>
  route({
    ...shared,
    path: '/webhooks',
    methods: ['GET'],
    summary: 'Lists webhooks, newest first.',
    args: pagedArgs,
    answers: { 200: pagesOfRecords(webhookSchema) },
    handle: async (request) => {
      const order = [{ field: 'created', direction: 'desc' }] as const;
      const [found, total] = await Promise.all([
        misc.documents.find<Webhook>(webhooks, { order, ...windowOf(request.args) }),
        misc.documents.count(webhooks),
      ]);
      const body = await Promise.all(found.map((webhook) => viewOf(misc, webhook)));
      return { body, headers: pagingOf(request, total) };
    },
  });

const createRoute = (misc: HookMisc): Route =>
  route({
    ...shared,
    path: '/webhooks',
    methods: ['POST'],
    summary: 'Creates a webhook.',
    args: writeArgs,
    answers: { 201: created(webhookSchema) },
    keepAnswer: false,
    handle: async (request) => {
      const { url, types = [], status = 'active' } = request.args;
      requireTypes(types);
      const fields = { url, types, status } as WebhookFields;
      const id = await misc.numbers.next('records');
      const secret = newHookSecret();
      await misc.secrets.put(secretOf(id), secret);
      const { webhook, position } = await decideWebhook(request, id, { type: 'CreateWebhook', fields });
      const answer = await answerOf(misc, webhook);
      const headers = { Location: `${request.apiRoot}/${namespace}/webhooks/${id}` };
      return { ...answer, status: 201, body: { ...(answer.body as object), secret }, headers, position };
    },
  });

const readRoute = (misc: HookMisc): Route =>
  route({
    ...shared,
    path: '/webhooks/{id:\\d+}',
    methods: ['GET'],
    summary: 'Reads a webhook.',
    args: { id: idArg },
    answers: { 200: webhookSchema, ...notFound },
    handle: async ({ args: { id } }) => answerOf(misc, await webhookOf(misc, id)),
  });

const changeRoute = (misc: HookMisc): Route =>
  route({
    ...shared,
    path: '/webhooks/{id:\\d+}',
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Changes a webhook.',
    args: { id: idArg, ...forUpdate(writeArgs) },
    answers: { 200: webhookSchema, ...notFound },
    handle: async (request) => {
      const { id, url, types, status } = request.args;
      requireTypes(types);
      const sent = { ...(url !== undefined && { url }), ...(types && { types }), ...(status && { status }) };
      const changes = sent as Partial<WebhookFields>;
      const { webhook, position } = await decideWebhook(request, id, { type: 'ChangeWebhook', changes });
      return { ...(await answerOf(misc, webhook)), position };
    },
  });

const deleteRoute = (misc: HookMisc): Route =>
  route({
    ...shared,
    path: '/webhooks/{id:\\d+}',
    methods: ['DELETE'],
    summary: 'Deletes a webhook for good.',
    args: { id: idArg },
    answers: {
      200: z.strictObject({ deleted: z.literal(true), previous: webhookSchema }).meta({ id: 'DeletedWebhook' }),
      ...notFound,
    },
    handle: async (request) => {
      const { id } = request.args;
      const previous = await viewOf(misc, await webhookOf(misc, id));
      const { position } = await decideWebhook(request, id, { type: 'DeleteWebhook' });
      await misc.secrets.delete(secretOf(id));
      await misc.deliveries.forget(id);
      return { body: { deleted: true, previous }, position };
    },
  });
