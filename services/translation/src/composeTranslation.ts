import { randomUUID } from 'node:crypto';
import { publishable, publishUpcast } from '@almanac/contracts';
import { createCommands } from '@almanac/event-sourcing';
import { createTexts } from '@almanac/i18n';
import { restCatalogues } from '@almanac/rest';
import type { ServicePorts, Settings } from '@almanac/service';
import { createSiteGuard } from './account/siteGuard.ts';
import { publishing as mapped } from './integration/publishing.ts';
import { freeJobsOf } from './jobs/freeJobs.ts';
import { catalogues } from './messages/catalogues.ts';
import { registrations } from './registrations.ts';
import type { Surroundings, Translation } from './translation.ts';

/** Maps commits of translation to integration events; events are upcast to their latest schema version first. */
export const publishing = publishUpcast(
  registrations.map(({ aggregate }) => aggregate),
  mapped,
);

/** Creates the dependencies that the slices share, and the ports by which they call one another. */
export const composeTranslation = (ports: ServicePorts & Surroundings, settings: Settings): Translation => {
  const commands = createCommands({ ...ports, registrations, check: publishable(publishing) });
  return {
    ...ports,
    settings,
    texts: createTexts(catalogues, restCatalogues),
    commands,
    jobsOfTranslators: { free: (user, acting) => freeJobsOf(ports, acting, user) },
    siteGuard: createSiteGuard({ ...ports, commands }),
    newId: randomUUID,
  };
};
