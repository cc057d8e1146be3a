import { randomInt, randomUUID } from 'node:crypto';
import { publishable } from '@almanac/contracts';
import { createCommands, findWithDocuments } from '@almanac/event-sourcing';
import { createTexts } from '@almanac/i18n';
import {
  consistencyTokenAt,
  createEpochs,
  type RunningSubscription,
  repeatWhileLeased,
  runAll,
} from '@almanac/messaging';
import { createRestApp, restCatalogues } from '@almanac/rest';
import {
  afterSettings,
  followSettings,
  type OwnSettings,
  readEnvironment,
  type ServiceApp,
  type ServiceDefinition,
  type ServicePorts,
  type Settings,
} from '@almanac/service';
import { z } from 'zod';
import packageJson from '../package.json' with { type: 'json' };
import { firstStart } from './groups/firstGroups.ts';
import { recordsSubscription } from './integration/records.ts';
import { expireLogs } from './logs/expiry.ts';
import { catalogues } from './messages/catalogues.ts';
import type { Redirection } from './redirection.ts';
import { createRulesOfGroups } from './rules/bulkRules.ts';
import { followEditedHits, initializeEditedHits } from './rules/editedHits.ts';
import { collections, erasure, publishing, registrations, routesOf } from './service.ts';

const variables = z.object({
  /** Maximum bytes of each log of visits; the least is twice the largest batch of a gateway. */
  VISIT_LOG_BYTES: z.coerce
    .number()
    .int()
    .min(16 * 1024 * 1024)
    .default(64 * 1024 * 1024),
});

/**
 * Creates the dependencies that the slices share, and the ports by which they call one another.
 * @throws ConfigurationError
 */
export const composeRedirection = (ports: ServicePorts, settings: Settings, own: OwnSettings = {}): Redirection => ({
  ...ports,
  settings,
  visitLogBytes: readEnvironment(variables, own).VISIT_LOG_BYTES,
  texts: createTexts(catalogues, restCatalogues),
  commands: createCommands({ ...ports, registrations, check: publishable(publishing) }),
  newId: randomUUID,
  randomInt: (bound) => randomInt(bound),
  rulesOfGroups: createRulesOfGroups(ports),
});

const DUE_WORK_LEASE = 'redirection.due-work';
const DUE_WORK_EVERY_MS = 60_000;

/**
 * Maintains the logs and counters at once and then every minute, in one of the processes (docs/architecture.md §2).
 * Ends when the signal aborts.
 */
export const runDueWork = (redirection: Redirection, signal: AbortSignal): Promise<void> => {
  const turns = { name: DUE_WORK_LEASE, holder: redirection.newId(), rest: DUE_WORK_EVERY_MS, signal };
  return repeatWhileLeased(redirection, turns, (working) =>
    runAll([() => followEditedHits(redirection, working), () => expireLogs(redirection)]),
  );
};

/** Creates the service of redirect rules, groups, logs and settings: `redirection/v1`. */
export const createRedirection = (ports: ServicePorts, own: OwnSettings = {}): ServiceApp => {
  const { store, entries } = ports;
  const settings = followSettings('redirection', ports);
  const redirection = composeRedirection(ports, settings, own);
  const ending = new AbortController();
  let dueWork: Promise<void> | undefined;
  let records: RunningSubscription | undefined;
  const rest = createRestApp({
    ...redirection,
    service: 'redirection',
    version: packageJson.version,
    routes: routesOf(redirection),
    findCommit: findWithDocuments({ ...ports, registrations }),
    consistencyTokenAt: consistencyTokenAt('redirection', { store, publishing, epochAt: createEpochs(entries) }),
  });
  return {
    name: 'redirection',
    listener: afterSettings(settings, rest),
    publishing,
    registrations,
    dueWork: [DUE_WORK_LEASE],
    start: async () => {
      await initializeEditedHits(redirection);
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

/** Definition of redirection for starters and operators' commands. */
export const definition: ServiceDefinition = {
  name: 'redirection',
  version: packageJson.version,
  collections,
  registrations,
  erasure,
  create: (ports, own) => createRedirection(ports, own),
};
