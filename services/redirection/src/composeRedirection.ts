import { randomInt, randomUUID } from 'node:crypto';
import { publishable, publishUpcast } from '@almanac/contracts';
import { createCommands } from '@almanac/event-sourcing';
import { createTexts } from '@almanac/i18n';
import { restCatalogues } from '@almanac/rest';
import type { ServicePorts, Settings } from '@almanac/service';
import type { GroupsRedirection } from './groups/groupLists.ts';
import { publishing as mapped } from './integration/publishing.ts';
import { catalogues } from './messages/catalogues.ts';
import { registrations } from './registrations.ts';
import { createRulesOfGroups } from './rules/bulkRules.ts';

/** Maps commits of redirection to integration events; events are upcast to their latest schema version first. */
export const publishing = publishUpcast(
  registrations.map(({ aggregate }) => aggregate),
  mapped,
);

/** Redirection with the ports that only some of its slices see. */
export type WholeRedirection = GroupsRedirection;

/** Creates the dependencies that the slices share, and the ports by which they call one another. */
export const composeRedirection = (ports: ServicePorts, settings: Settings): WholeRedirection => ({
  ...ports,
  settings,
  texts: createTexts(catalogues, restCatalogues),
  commands: createCommands({ ...ports, registrations, check: publishable(publishing) }),
  newId: randomUUID,
  randomInt: (bound) => randomInt(bound),
  rulesOfGroups: createRulesOfGroups(ports),
});
