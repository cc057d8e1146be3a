import { type RestRequest, type Route, route, text } from '@almanac/rest';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { contextArg } from '../requestArgs.ts';
import { checkMenuWrite } from './menuAccess.ts';
import { LOCATIONS, type MenuLocation, placesOf } from './menuLocations.ts';
import { menuLocationAnswers, menuLocationSchema } from './menuSchema.ts';
import { renderLocation } from './menuView.ts';

/** Routes of the places of menus (docs/interface/core-menus.md §4). */
export const menuLocationRoutes = (core: Core): Route[] => [listRoute(core), readRoute(core)];

const listRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/menu-locations',
    methods: ['GET'],
    summary: 'Lists the places of menus.',
    args: { context: contextArg },
    answers: menuLocationAnswers.list,
    schema: menuLocationSchema.published,
    permission: (request) => checkMenuWrite(request, coreErrors.cannotReadMenuLocations),
    handle: async (request) => {
      const places = await placesOf(core.documents);
      const shown = await Promise.all(
        LOCATIONS.map(async (location) => [location, await renderLocation({ core, request }, location, places)]),
      );
      return { body: Object.fromEntries(shown) };
    },
  });

/** @throws DomainError 404 `rest_menu_location_invalid` */
const locationOf = ({ captures }: RestRequest<unknown>): MenuLocation => {
  const found = LOCATIONS.find((location) => location === captures.location);
  if (found === undefined) throw coreErrors.unknownMenuLocation();
  return found;
};

const readRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/menu-locations/{location:[\\w-]+}',
    methods: ['GET'],
    summary: 'Reads a place of menus.',
    args: { location: text({ description: 'The name of the place.' }), context: contextArg },
    answers: menuLocationAnswers.read,
    schema: menuLocationSchema.published,
    permission: (request) => checkMenuWrite(request, coreErrors.cannotReadMenuLocations),
    handle: async (request) => {
      const location = locationOf(request);
      return { body: await renderLocation({ core, request }, location, await placesOf(core.documents)) };
    },
  });
