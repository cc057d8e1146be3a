import { publishable } from '@almanac/contracts';
import type { RunningEffects } from '@almanac/effects';
import { createCommands, findWithDocuments } from '@almanac/event-sourcing';
import { createTexts } from '@almanac/i18n';
import {
  consistencyTokenAt,
  createEpochs,
  type RunningSubscription,
  WAIT_FOR_HEADER,
  waitFor,
} from '@almanac/messaging';
import { createRestApp, restCatalogues } from '@almanac/rest';
import {
  type OwnSettings,
  readEnvironment,
  type ServiceApp,
  type ServiceDefinition,
  type ServicePorts,
} from '@almanac/service';
import { z } from 'zod';
import packageJson from '../package.json' with { type: 'json' };
import type { Guestbook } from './guestbook.ts';
import { authorCopies } from './integration/authorCopies.ts';
import { publishing } from './integration/publishing.ts';
import { signingHook } from './integration/signingHook.ts';
import { catalogues } from './messages/catalogues.ts';
import { collections, erasure, registrations } from './service.ts';
import { signatureRoutes } from './signatures/signatureRoutes.ts';

/** The environment variables that it alone reads. */
const variables = z.object({
  /** Address that receives each signature by POST; none by default. */
  GUESTBOOK_HOOK: z.url({ protocol: /^https?$/ }).optional(),
});

/**
 * A guest book that users of the site sign.
 * @throws ConfigurationError
 */
export const createGuestbook = (ports: ServicePorts, own: OwnSettings = {}): ServiceApp => {
  const { GUESTBOOK_HOOK: hook } = readEnvironment(variables, own);
  let hooks: RunningEffects | undefined;
  const { store, documents, entries, effects, bus } = ports;
  let copies: RunningSubscription | undefined;
  const waitForCopies: Guestbook['waitForCopies'] = async ({ headers }) => {
    if (copies !== undefined) await waitFor(copies, ['core'], headers[WAIT_FOR_HEADER]);
  };
  const listener = createRestApp({
    ...ports,
    service: 'guestbook',
    version: packageJson.version,
    routes: signatureRoutes({ ...ports, waitForCopies }),
    commands: createCommands({ ...ports, registrations, check: publishable(publishing) }),
    texts: createTexts(catalogues, restCatalogues),
    findCommit: findWithDocuments({ ...ports, registrations }),
    consistencyTokenAt: consistencyTokenAt('guestbook', { store, publishing, epochAt: createEpochs(entries) }),
  });
  return {
    name: 'guestbook',
    listener,
    publishing,
    registrations,
    start: async () => {
      copies = await bus.subscribe(authorCopies(documents));
      if (hook !== undefined) hooks = effects.run(signingHook(hook));
    },
    stop: async () => {
      await Promise.all([copies?.stop(), hooks?.stop()]);
    },
  };
};

/** The guest book as the starters and operators' commands know it. */
export const definition: ServiceDefinition = {
  name: 'guestbook',
  version: packageJson.version,
  collections,
  registrations,
  erasure,
  create: (ports, own) => createGuestbook(ports, own),
};
