import type { Collection } from '@almanac/documents';
import { collectionsOf, findWithDocuments } from '@almanac/event-sourcing';
import { consistencyTokenAt, createEpochs, type RunningSubscription } from '@almanac/messaging';
import { createRestApp } from '@almanac/rest';
import { afterSettings, followSettings, type ServiceApp, type ServicePorts } from '@almanac/service';
import { composeRedirection, publishing } from './composeRedirection.ts';
import { DUE_WORK, runDueWork } from './dueWork.ts';
import { firstStart } from './groups/firstGroups.ts';
import { ruleHits } from './hits/hits.ts';
import { recordsSubscription } from './integration/records.ts';
import { notFoundLog, redirectLog } from './logs/accessLog.ts';
import { siteRecords } from './posts/siteRecords.ts';
import { registrations } from './registrations.ts';
import { routesOf } from './routes.ts';
import { beginSaidHits } from './rules/saidHits.ts';

export { registrations };

/** Every collection that redirection stores, including those that are not folds of its log. */
export const collections: readonly Collection[] = [
  ...collectionsOf(registrations),
  ruleHits,
  redirectLog.collection,
  notFoundLog.collection,
  siteRecords,
];

/** Creates the service of redirect rules, groups, logs and settings: `redirection/v1`. */
export const createRedirection = (ports: ServicePorts): ServiceApp => {
  const { store, entries } = ports;
  const settings = followSettings('redirection', ports);
  const redirection = composeRedirection(ports, settings);
  const ending = new AbortController();
  let dueWork: Promise<void> | undefined;
  let records: RunningSubscription | undefined;
  const rest = createRestApp({
    ...redirection,
    service: 'redirection',
    routes: routesOf(redirection),
    findCommit: findWithDocuments({ ...ports, registrations }),
    consistencyTokenAt: consistencyTokenAt('redirection', { store, publishing, epochAt: createEpochs(entries) }),
  });
  return {
    name: 'redirection',
    listener: afterSettings(settings, rest),
    publishing,
    registrations,
    dueWork: [DUE_WORK],
    start: async () => {
      await beginSaidHits(redirection);
      await firstStart(redirection);
      await settings.start();
      records = await ports.bus.subscribe(recordsSubscription(redirection));
      dueWork = runDueWork(redirection, ending.signal);
    },
    stop: async () => {
      ending.abort();
      await Promise.all([settings.stop(), records?.stop()]);
      await dueWork;
    },
  };
};
