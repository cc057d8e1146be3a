import { randomUUID } from 'node:crypto';
import { collectionsOf, createCommands } from '@almanac/aggregates';
import { publishable } from '@almanac/contracts';
import type { Collection } from '@almanac/documents';
import { createTexts } from '@almanac/i18n';
import { type RunningSubscription, toldAt } from '@almanac/messaging';
import { createRestApp, restCatalogues } from '@almanac/rest';
import type { ServiceApp, ServicePorts } from '@almanac/service';
import { type Calendar, languagesOfSite } from './calendar.ts';
import { runDueWork } from './dueWork.ts';
import { copiedCollections, copies } from './integration/copies.ts';
import { publishing } from './integration/publishing.ts';
import { catalogues } from './messages/catalogues.ts';
import { registrations } from './registrations.ts';
import { routesOf } from './routes.ts';

export { registrations };

/** Every collection that the calendar keeps, those made of core's events included. */
export const collections: readonly Collection[] = [...collectionsOf(registrations), ...copiedCollections];

/** The calendar: events, venues, organizers, categories, and tags as far as events have them. */
export const createCalendar = (ports: ServicePorts): ServiceApp => {
  const { store, documents, now, site } = ports;
  const calendar: Calendar = { ...ports, languages: languagesOfSite(site) };
  const commands = createCommands({ store, documents, registrations, now, check: publishable(publishing) });
  const texts = createTexts(catalogues, restCatalogues);
  const ending = new AbortController();
  let subscription: RunningSubscription | undefined;
  let dueWork: Promise<void> | undefined;
  return {
    name: 'calendar',
    listener: createRestApp({
      ...ports,
      routes: routesOf(calendar, texts),
      commands,
      texts,
      findCommit: (id) => store.findCommit(id),
      toldAt: toldAt('calendar', { store, publishing }),
    }),
    publishing,
    registrations,
    start: async () => {
      subscription = await ports.bus.subscribe(copies(documents));
      dueWork = runDueWork(calendar, commands, { ports, holder: randomUUID(), signal: ending.signal });
    },
    stop: async () => {
      ending.abort();
      await subscription?.stop();
      await dueWork;
    },
  };
};
