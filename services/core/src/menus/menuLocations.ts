import type { Collection, Documents } from '@almanac/documents';
import type { Decider, UnitOfWork } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import type { RecordRegistration } from '@almanac/service';
import { mayWriteMenus } from './menuAccess.ts';

/** The places of the site's pages that show a menu. */
export const LOCATIONS = ['primary', 'footer'] as const;

export type MenuLocation = (typeof LOCATIONS)[number];

/** The menu of each place; 0 for none. */
export type MenuPlaces = Readonly<Record<MenuLocation, number>>;

/**
 * The menus of all places. A menu takes a place from another, so every change of a place appends to this one stream.
 */
interface MenuLocations {
  readonly version: number;
  readonly places: MenuPlaces;
}

export type MenuLocationsEvent = Event<'MenusPlaced', { readonly places: Partial<MenuPlaces> }>;

/** Gives a menu these places, and no others. */
interface PlaceCommand {
  readonly menu: number;
  readonly locations: readonly string[];
}

const menuLocations: Decider<MenuLocations, MenuLocationsEvent, PlaceCommand> = {
  category: 'menulocations',
  initialState: { version: 0, places: { primary: 0, footer: 0 } },
  eventTypes: ['MenusPlaced'],
  projectionVersion: 1,
  evolve: ({ places }, { data, version }) => ({ version, places: { ...places, ...data.places } }),
  decide: ({ places }, { menu, locations }) => {
    const changed = LOCATIONS.flatMap((location) => {
      const isWanted = locations.includes(location);
      return isWanted === (places[location] === menu) ? [] : [[location, isWanted ? menu : 0]];
    });
    return changed.length === 0 ? [] : [{ type: 'MenusPlaced', data: { places: Object.fromEntries(changed) } }];
  },
};

const SITE = 'site';

const menuLocationsCollection: Collection = {
  name: 'menu-locations',
  projectionVersion: menuLocations.projectionVersion,
};

export const menuLocationsRegistration: RecordRegistration<MenuLocations, MenuLocationsEvent> = {
  aggregate: menuLocations,
  collection: menuLocationsCollection,
  written: { members: ({ places }) => places },
  mayEdit: mayWriteMenus,
};

/** Gives a menu these places, and no others. */
export const placeMenu = async (unit: UnitOfWork, command: PlaceCommand): Promise<void> => {
  await unit.decide(menuLocations, SITE, command, undefined);
};

/** Returns the menu of each place. */
export const placesOf = async (documents: Documents): Promise<MenuPlaces> =>
  ((await documents.get<MenuLocations>(menuLocationsCollection, SITE))?.body ?? menuLocations.initialState).places;
