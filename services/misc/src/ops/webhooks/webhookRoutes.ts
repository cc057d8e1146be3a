import { recordVersion } from '@almanac/event-sourcing';
import {
  created,
  invalidParams,
  pagesOfRecords,
  type RestRequest,
  type Route,
  route,
  sentUnchanged,
  withoutArgs,
} from '@almanac/rest';
import { requireAllowedAddress } from '@almanac/service';
import { z } from 'zod';
import { miscErrors } from '../../errors.ts';
import { newestOf, pagedArgs } from '../../lists.ts';
import { requireTypes } from '../feed/feedRoutes.ts';
import { mayOperate, namespace } from '../maintenance/rights.ts';
import type { HookDeliveries } from './deliveries.ts';
import { secretOf, type TellingMisc } from './hookHandler.ts';
import { newHookSecret } from './signature.ts';
import { type Webhook, type WebhookCommand, webhookDecider, webhookMessages, webhooks } from './webhook.ts';
import { changeArgs, idArg, newArgs, webhookSchema } from './webhookArgs.ts';

/** Misc with the ports of the webhook routes. */
export interface HookMisc extends TellingMisc {
  readonly deliveries: HookDeliveries;
}

export const commonDeclaration = { namespace, permission: mayOperate };
export const notFound = { 404: ['ops_webhook_not_found'] };

/** Routes that create, read, change and delete webhooks (docs/interface/ops.md §9). */
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
  if (found === undefined) throw miscErrors.unknownWebhook();
  return found;
};

const viewOf = async ({ deliveries }: HookMisc, { id, url, types, status, created }: Webhook) => ({
  id,
  url,
  types,
  status,
  created,
  ...(await deliveries.result(id)),
});

const answerOf = async (misc: HookMisc, webhook: Webhook) => ({
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
    ...commonDeclaration,
    path: '/webhooks',
    methods: ['GET'],
    summary: 'Lists webhooks, newest first.',
    args: pagedArgs,
    answers: { 200: pagesOfRecords(webhookSchema) },
    handle: async (request) => {
      const { found, headers } = await newestOf<Webhook>(misc, request, webhooks);
      return { body: await Promise.all(found.map((webhook) => viewOf(misc, webhook))), headers };
    },
  });

const createRoute = (misc: HookMisc): Route =>
  route({
    ...commonDeclaration,
    path: '/webhooks',
    methods: ['POST'],
    summary: 'Creates a webhook.',
    args: newArgs,
    answers: { 201: created(webhookSchema) },
    keepAnswer: false,
    handle: async (request) => {
      const { url, types = [], status = 'active' } = request.args;
      requireTypes(types);
      await requireAllowedAddress(misc.hookOutgoing, url, webhookMessages.url);
      const fields = { url, types, status };
      const id = await misc.numbers.next('records');
      const secret = newHookSecret();
      await misc.secrets.put(secretOf(id), secret);
      const { webhook, position } = await decideWebhook(request, id, { type: 'CreateWebhook', fields });
      const answer = await answerOf(misc, webhook);
      const headers = { Location: `${request.apiRoot}/${namespace}/webhooks/${id}` };
      return { ...answer, status: 201, body: { ...answer.body, secret }, headers, position };
    },
  });

const readRoute = (misc: HookMisc): Route =>
  route({
    ...commonDeclaration,
    path: '/webhooks/{id:\\d+}',
    methods: ['GET'],
    summary: 'Reads a webhook.',
    args: { id: idArg },
    answers: { 200: webhookSchema, ...notFound },
    handle: async ({ args: { id } }) => answerOf(misc, await webhookOf(misc, id)),
  });

const changeRoute = (misc: HookMisc): Route =>
  route({
    ...commonDeclaration,
    path: '/webhooks/{id:\\d+}',
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Changes a webhook.',
    args: { id: idArg, ...changeArgs },
    answers: { 200: webhookSchema, ...notFound },
    handle: async (received) => {
      const shown = await viewOf(misc, await webhookOf(misc, received.args.id));
      const request = withoutArgs(received, sentUnchanged(received, shown));
      const { id } = received.args;
      const { url, types, status } = request.args;
      if (status === 'disabled') throw invalidParams({ status: webhookMessages.disabled });
      requireTypes(types);
      if (url !== undefined) await requireAllowedAddress(misc.hookOutgoing, url, webhookMessages.url);
      const changes = { ...(url !== undefined && { url }), ...(types && { types }), ...(status && { status }) };
      const { webhook, position } = await decideWebhook(request, id, { type: 'ChangeWebhook', changes });
      return { ...(await answerOf(misc, webhook)), position };
    },
  });

const deleteRoute = (misc: HookMisc): Route =>
  route({
    ...commonDeclaration,
    path: '/webhooks/{id:\\d+}',
    methods: ['DELETE'],
    summary: 'Deletes a webhook permanently.',
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
