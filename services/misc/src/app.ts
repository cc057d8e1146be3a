import type { Collection } from '@almanac/documents';
import type { RunningEffects } from '@almanac/effects';
import { collectionsOf, findWithDocuments } from '@almanac/event-sourcing';
import {
  consistencyTokenAt,
  createEpochs,
  type RunningSubscription,
  WAIT_FOR_HEADER,
  waitFor,
} from '@almanac/messaging';
import { createRestApp } from '@almanac/rest';
import { afterSettings, followSettings, type ServiceApp, type ServicePorts } from '@almanac/service';
import { composeMisc, type Following, type MiscOptions, publishing } from './composeMisc.ts';
import { DUE_WORK, runDueWork } from './dueWork.ts';
import { codeMails } from './login/codeMails.ts';
import { EMBED_SOURCES, embedCopies } from './oembed/embeds/embedCopies.ts';
import { authors, embeddables, media } from './oembed/embeds/embeddable.ts';
import { FEED_SOURCES } from './ops/feed/feed.ts';
import { feedKeys } from './ops/feed/feedWriter.ts';
import { INTAKE, type RunningHooks, startHooks } from './ops/webhooks/hooks.ts';
import { askedOutside } from './outsideServices.ts';
import { registrations } from './registrations.ts';
import { routesOf } from './routes.ts';

export { registrations };

/** Every collection that it keeps: what every service's commands need, and those made of others' events. */
export const collections: readonly Collection[] = [
  ...collectionsOf(registrations),
  embeddables,
  authors,
  media,
  feedKeys,
];

/** Embedding, and the small namespaces. */
export const createMisc = (ports: ServicePorts, options: MiscOptions = {}): ServiceApp => {
  const { store, documents, bus, entries } = ports;
  const ending = new AbortController();
  let dueWork: Promise<void> | undefined;
  let embeds: RunningSubscription | undefined;
  let mails: RunningEffects | undefined;
  const settings = followSettings('misc', ports);
  const waitForCopies: Following['waitForCopies'] = async ({ headers }, patience) => {
    if (embeds !== undefined) await waitFor(embeds, EMBED_SOURCES, headers[WAIT_FOR_HEADER], patience);
  };
  let feeding: RunningSubscription | undefined;
  const waitForFeed: Following['waitForFeed'] = async ({ headers }) => {
    if (feeding !== undefined) await waitFor(feeding, FEED_SOURCES, headers[WAIT_FOR_HEADER]);
  };
  let hooks: RunningHooks | undefined;
  let stopDropping = (): void => undefined;
  const misc = composeMisc(ports, { settings, waitForCopies, waitForFeed }, options);
  const rest = createRestApp({
    ...misc,
    service: 'misc',
    routes: routesOf(misc),
    findCommit: findWithDocuments({ ...ports, registrations }),
    consistencyTokenAt: consistencyTokenAt('misc', { store, publishing, epochAt: createEpochs(entries) }),
  });
  return {
    name: 'misc',
    listener: afterSettings(settings, rest),
    publishing,
    registrations,
    dueWork: [DUE_WORK, INTAKE],
    outside: () => askedOutside(misc.packages, options.outside ?? []),
    start: async () => {
      await settings.start();
      embeds = await bus.subscribe(embedCopies(documents));
      feeding = await bus.subscribe(misc.feed.subscription);
      stopDropping = misc.feed.startDropping();
      dueWork = runDueWork(misc, ending.signal);
      mails = ports.effects.run(codeMails(misc));
      hooks = startHooks(misc, misc.deliveries);
    },
    stop: async () => {
      ending.abort();
      stopDropping();
      misc.streams.stop();
      await Promise.all([settings.stop(), embeds?.stop(), feeding?.stop(), mails?.stop(), hooks?.stop()]);
      await dueWork;
    },
  };
};
