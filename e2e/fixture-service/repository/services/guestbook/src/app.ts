import { publishable } from '@almanac/contracts';
import type { Collection } from '@almanac/documents';
import type { RunningEffects } from '@almanac/effects';
import { collectionsOf, createCommands, findWithDocuments, type Registration } from '@almanac/event-sourcing';
import { createTexts } from '@almanac/i18n';
import {
  consistencyTokenAt,
  createEpochs,
  type RunningSubscription,
  WAIT_FOR_HEADER,
  waitFor,
} from '@almanac/messaging';
import { createRestApp, restCatalogues } from '@almanac/rest';
import { type OwnSettings, readEnvironment, type ServiceApp, type ServicePorts } from '@almanac/service';
import { z } from 'zod';
import type { Guestbook } from './guestbook.ts';
import { authorCopies } from './integration/authorCopies.ts';
import { publishing } from './integration/publishing.ts';
import { signingHook } from './integration/signingHook.ts';
import { catalogues } from './messages/catalogues.ts';
import { authors, signatureRegistration } from './signatures/signature.ts';
import { signatureRoutes } from './signatures/signatureRoutes.ts';

/** Every aggregate of the guest book with its documents. */
export const registrations: readonly Registration[] = [signatureRegistration];

/** Every collection that it keeps, that of copies included. */
export const collections: readonly Collection[] = [...collectionsOf(registrations), authors];

/** The environment variables that it alone reads. */
const variables = z.object({
  /** Where signatures are told of, by POST; nowhere without it. */
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
