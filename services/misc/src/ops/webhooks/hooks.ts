import type { EffectsDefinition, RunningEffects, WantedEffect } from '@almanac/effects';
import type { NewEvent } from '@almanac/event-store';
import { otherServices } from '@almanac/manifest';
import { type Delivery, leasedBy, whileLeased } from '@almanac/messaging';
import { type FeedPlace, isBefore, START } from '../feed/feedEvent.ts';
import type { FeedMisc } from '../feed/feedRoutes.ts';
import type { PlacedEvent } from '../feed/feedStore.ts';
import type { HookDeliveries } from './deliveries.ts';
import { createHookHandler, type HookEffect, type TellingMisc } from './hookHandler.ts';
import { type Webhook, type WebhookEvent, webhooks } from './webhook.ts';

/** Name of the lease under which events are queued, and kind of the entry with the position in the feed. */
export const INTAKE = 'webhook-intake';
const NAME = 'misc.webhooks';
/** Polling interval for events added by other processes, in milliseconds. */
const POLL = 250;
const MAX_HOOKS = 1_000;

/** Webhook processing of this process. */
export interface RunningHooks {
  stop(): Promise<void>;
}

const effectOf = (data: HookEffect, key: string): WantedEffect => ({
  type: 'webhook',
  receiver: `hook-${data.hook}`,
  key,
  data,
});

type RequestedDelivery = Extract<WebhookEvent, { readonly type: 'WebhookDeliveryRequested' }>;

const isRequested = (stored: NewEvent): stored is NewEvent & RequestedDelivery =>
  stored.type === 'WebhookDeliveryRequested';

/** Returns the deliveries that users requested, from the log; all others come from the feed. */
const wantsOfHooks: EffectsDefinition['wants'] = ({ events }) =>
  events.flatMap((stored) => {
    if (!isRequested(stored)) return [];
    const hook = Number(stored.stream.slice('webhook-'.length));
    const { event } = stored.data;
    return [effectOf({ hook, event, asked: true }, `asked/${event ?? 'ping'}`)];
  });

/** Delivers every event of the feed to the webhooks that subscribe to its type, in the process that holds the lease. */
export const startHooks = (misc: TellingMisc, deliveries: HookDeliveries): RunningHooks => {
  const ending = new AbortController();
  const effects = misc.effects.run({
    name: NAME,
    wants: wantsOfHooks,
    handlers: { webhook: createHookHandler(misc, deliveries) },
    others: otherServices('misc'),
  });
  const leased = leasedBy(misc, { name: INTAKE, holder: misc.newId(), signal: ending.signal });
  const running = whileLeased(leased, (_term, signal) => takeIn(misc, effects, signal));
  return {
    stop: async () => {
      ending.abort();
      await Promise.all([running, effects.stop()]);
    },
  };
};

/** Queues deliveries from the stored position in the feed. The position advances only after they are queued. */
const takeIn = async (misc: FeedMisc, effects: RunningEffects, signal: AbortSignal): Promise<void> => {
  const waker = { wake: (): void => undefined };
  const forget = misc.feed.onAdded(() => waker.wake());
  try {
    while (!signal.aborted) {
      const isActive = await misc.packages.isActive('webhooks');
      if (isActive && (await takePage(misc, effects))) continue;
      await new Promise<void>((resolve) => {
        waker.wake = resolve;
        setTimeout(resolve, POLL).unref();
      });
    }
  } finally {
    forget();
  }
};

/** Queues the deliveries of one page; false at the end of the feed. Without webhooks, events are passed over unread. */
const takePage = async (misc: FeedMisc, effects: RunningEffects): Promise<boolean> => {
  // read before the webhooks: a later event may be for a new one
  const { lastAdded } = misc.feed.store;
  const kept = await misc.entries.get<FeedPlace>(INTAKE, 'feed');
  const hooks = await misc.documents.find<Webhook>(webhooks, {
    filter: { field: 'status', equals: 'active' },
    limit: MAX_HOOKS,
  });
  const [{ store }, after] = [misc.feed, kept?.body ?? START];
  if (hooks.length === 0 && isBefore(lastAdded, after)) {
    await misc.entries.put(INTAKE, 'feed', lastAdded, { ifRevision: kept?.revision ?? 0, flushed: false });
    return false;
  }
  const page = await (hooks.length === 0 ? store.unflushedAfter(after) : store.eventsAfter(after));
  const last = page.at(-1);
  if (last === undefined) return false;
  for (const found of page) {
    const wanted = hooks.filter((hook) => wants(hook, found));
    if (wanted.length > 0)
      await effects.add(
        deliveryOf(found),
        wanted.map(({ id }) => told(id, found)),
      );
  }
  // a position that a power cut loses is lost with the deliveries that were queued before it
  await misc.entries.put(INTAKE, 'feed', last.place, { ifRevision: kept?.revision ?? 0, flushed: false });
  return true;
};

const wants = ({ types }: Webhook, { event }: PlacedEvent): boolean => types.length === 0 || types.includes(event.type);

const told = (hook: number, { event, kept }: PlacedEvent): WantedEffect =>
  effectOf({ hook, event: event.id }, `${kept.source}/${kept.key}`);

const deliveryOf = ({ kept }: PlacedEvent): Delivery => kept;
