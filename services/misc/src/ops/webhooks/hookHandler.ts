import { systemContext } from '@almanac/content-model';
import { type Effect, type EffectHandler, FinalRefusalError, PostponedError, RETRY_DELAYS_MS } from '@almanac/effects';
import { defaultLanguage } from '@almanac/i18n';
import { type Outgoing, OutgoingError } from '@almanac/outgoing';
import { z } from 'zod';
import { type FeedEvent, placeOf } from '../feed/feedEvent.ts';
import type { FeedMisc } from '../feed/feedRoutes.ts';
import type { HookDeliveries } from './deliveries.ts';
import { signedHeaders } from './signature.ts';
import { type Webhook, webhookDecider, webhookExists, webhooks } from './webhook.ts';

const hookEffect = z.object({
  hook: z.int(),
  /** Position of the event in the feed; null for a ping. */
  event: z.string().nullable(),
  /** True if a user requested the delivery; it is then sent regardless of the webhook's status. */
  asked: z.literal(true).optional(),
});

/** Data of the outside effect: only ids. */
export type HookEffect = z.infer<typeof hookEffect>;

const PING = 'ops.webhook-ping.v1';

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 65_536;
const GONE_STATUS = 410;
/** Delay in milliseconds before the retry of a delivery that found no free outgoing connection. */
const BUSY_MS = 5_000;
/** Interval in milliseconds between checks if the package is active again. */
const LOOKS_EVERY = 60_000;

/** Error of a delivery: retried, unless the receiver answered 410. */
class Refusal extends Error {
  readonly status: number | undefined;
  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** Ports of webhook deliveries, in addition to those of all slices. */
export interface TellingMisc extends FeedMisc {
  /** Outgoing connections for webhooks, separate from those of look-ups. */
  readonly hookOutgoing: Outgoing;
}

/** Creates the handler that delivers events to webhooks (docs/interface/ops.md §10). */
export const createHookHandler = (misc: TellingMisc, deliveries: HookDeliveries): EffectHandler => ({
  waits: RETRY_DELAYS_MS,
  timeout: TIMEOUT_MS + 5_000,
  atLast: 'give-up',
  handle: async (effect, signal) => {
    const data = hookEffect.parse(effect.data);
    const hook = await hookOf(misc, data.hook);
    if (hook === undefined) return;
    const event = await eventOf(misc, effect);
    const told = { event: data.event, type: event.type, subject: event.subject };
    if (hook.status !== 'active' && !data.asked)
      return deliveries.note(hook.id, effect, { ...told, status: 'dropped' });
    if (!(await misc.packages.isActive('webhooks'))) throw new PostponedError('the package is inactive', LOOKS_EVERY);
    try {
      const status = await send(misc, hook, event, signal);
      await deliveries.note(hook.id, effect, { ...told, status: 'delivered', response_status: status });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message } = error;
      await deliveries.note(hook.id, effect, { ...told, status: 'failing', response_status: status, error: message });
      if (await isChanged(misc, hook)) throw new PostponedError('the hook was changed meanwhile', 0);
      if (status === GONE_STATUS) throw new FinalRefusalError(message);
      throw error;
    }
  },
  givenUp: async (effect, reason) => {
    const { hook, event, asked } = hookEffect.parse(effect.data);
    const told = await eventOf(misc, effect).catch(() => undefined);
    const { type = '', subject = '' } = told ?? {};
    await deliveries.note(hook, effect, { event, type, subject, status: 'failed', error: reason });
    // only errors of the receiver disable its webhook
    if (asked || told === undefined || !(await misc.packages.isActive('webhooks'))) return;
    await disable(misc, hook, { reason, correlation: effect.correlation });
  },
});

const hookOf = async ({ documents }: FeedMisc, id: number): Promise<Webhook | undefined> => {
  const document = await documents.get<Webhook>(webhooks, id);
  return document?.body && webhookExists(document.body) ? document.body : undefined;
};

/** True if the webhook's address or status has changed: the error of the former receiver then does not count. */
const isChanged = async (misc: FeedMisc, { id, url, status }: Webhook): Promise<boolean> => {
  const now = await hookOf(misc, id);
  return now?.url !== url || now.status !== status;
};

/** @throws FinalRefusalError if the feed has dropped the event */
const eventOf = async ({ feed }: FeedMisc, effect: Effect): Promise<FeedEvent> => {
  const { hook, event } = hookEffect.parse(effect.data);
  if (event === null) return ping(hook, effect);
  const place = placeOf(event);
  const found = place && (await feed.store.at(place));
  if (found === undefined) throw new FinalRefusalError('the event is not kept any more');
  const [sent = found] = await feed.withPermalinks([found]);
  return sent.event;
};

const ping = (hook: number, { id, at }: Effect): FeedEvent => ({
  specversion: '1.0',
  id,
  source: 'almanac/misc/1',
  type: PING,
  subject: `webhook-${hook}`,
  time: at,
  datacontenttype: 'application/json',
  data: { id: hook },
});

/** Sends an event and returns the status of the successful answer. @throws Refusal */
const send = async (
  misc: TellingMisc,
  { id, url }: Webhook,
  event: FeedEvent,
  signal: AbortSignal,
): Promise<number> => {
  const secret = await misc.secrets.get(secretOf(id));
  if (secret === undefined) throw new Refusal('the hook has no secret');
  signal.throwIfAborted();
  const body = JSON.stringify(event);
  const headers = {
    'content-type': 'application/cloudevents+json; charset=utf-8',
    ...signedHeaders(secret, { id: event.id, at: misc.now(), body }),
  };
  const bounds = { timeout: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES, cut: true };
  const { status } = await misc.hookOutgoing
    .fetch(url, { method: 'POST', headers, content: body, ...bounds })
    .catch((error: unknown) => {
      if (!(error instanceof OutgoingError)) throw error;
      throw error.reason === 'busy' ? new PostponedError(error.message, BUSY_MS) : new Refusal(error.reason);
    });
  if (status < 200 || status >= 300) throw new Refusal(`the receiver answered ${status}`, status);
  return status;
};

/** Returns the name of a webhook's secret. */
export const secretOf = (id: number): string => `hook-${id}`;

const disable = async (
  { commands }: FeedMisc,
  hook: number,
  { reason, correlation }: { readonly reason: string; readonly correlation: string },
): Promise<void> => {
  await commands.run(systemContext(defaultLanguage(), correlation), (unit) =>
    unit.decide(webhookDecider, hook, { type: 'DisableWebhook', reason }, undefined),
  );
};
