import { randomInt } from 'node:crypto';
import { type Publishing, publishable } from '@almanac/contracts';
import type { Collection } from '@almanac/documents';
import { createTexts } from '@almanac/i18n';
import { type RunningSubscription, WAIT_FOR_HEADER, waitFor } from '@almanac/messaging';
import { createOutgoing, type Outgoing } from '@almanac/outgoing';
import { createRestApp, restCatalogues } from '@almanac/rest';
import { followSettings, type ServiceApp, type ServicePorts } from '@almanac/service';
import { afterSettings, type Settings } from '@almanac/settings';
import { collectionsOf, createCommands, type Registration } from '@almanac/write-side';
import { EMBED_SOURCES, embedCopies } from './embeds/embedCopies.ts';
import { authors, embeddables, media } from './embeds/embeddable.ts';
import { catalogues } from './messages/catalogues.ts';
import type { Misc } from './misc.ts';
import { knownProviders, type Providers } from './providers/allowList.ts';
import type { AskingMisc } from './providers/proxyRoute.ts';
import { routesOf } from './routes.ts';

/** It has no aggregates of its own so far. */
export const registrations: readonly Registration[] = [];

/** Every collection that it keeps: what every service's commands need, and those made of others' events. */
export const collections: readonly Collection[] = [...collectionsOf(registrations), embeddables, authors, media];

/** Namespaces whose routes are not offered, but which the site index names. */
const BARE = ['health/v1', 'editor/v1'];

const publishing: Publishing = (commit) => commit.events.map(() => undefined);

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const newSecret = (): string => Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** What the service may be given beside its ports. */
export interface MiscOptions {
  /** Default: public addresses on ordinary ports. */
  readonly outgoing?: Outgoing;
  /** Default: the list that comes with the service. */
  readonly providers?: Providers;
}

const miscOf = (
  ports: ServicePorts,
  options: MiscOptions,
  { settings, waitForCopies }: { readonly settings: Settings; readonly waitForCopies: Misc['waitForCopies'] },
): AskingMisc => ({
  ...ports,
  settings,
  texts: createTexts(catalogues, restCatalogues),
  outgoing: options.outgoing ?? createOutgoing(),
  providers: options.providers ?? knownProviders(),
  newSecret,
  waitForCopies,
});

/** Embedding, and the small namespaces. */
export const createMisc = (ports: ServicePorts, options: MiscOptions = {}): ServiceApp => {
  const { store, documents, now, bus } = ports;
  let embeds: RunningSubscription | undefined;
  const settings = followSettings('misc', ports);
  const waitForCopies: Misc['waitForCopies'] = async ({ headers }) => {
    if (embeds !== undefined) await waitFor(embeds, EMBED_SOURCES, headers[WAIT_FOR_HEADER]);
  };
  const misc = miscOf(ports, options, { settings, waitForCopies });
  const rest = createRestApp({
    ...ports,
    routes: routesOf(misc),
    bareNamespaces: BARE,
    commands: createCommands({ store, documents, registrations, now, check: publishable(publishing) }),
    texts: misc.texts,
    findCommit: (id) => store.findCommit(id),
  });
  return {
    name: 'misc',
    listener: afterSettings(settings, rest),
    publishing,
    registrations,
    start: async () => {
      await settings.start();
      embeds = await bus.subscribe(embedCopies(documents));
    },
    stop: async () => {
      await Promise.all([settings.stop(), embeds?.stop()]);
    },
  };
};
