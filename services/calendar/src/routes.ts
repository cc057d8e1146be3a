import type { Texts } from '@almanac/i18n';
import type { Route } from '@almanac/rest';
import type { Calendar } from './calendar.ts';
import { calxDocumentRoute } from './calx/document.ts';
import { calxEventRoutes } from './calx/eventRoutes.ts';
import { calxOrganizerRoutes, calxVenueRoutes } from './calx/venuesAndOrganizers.ts';
import { documentRoute } from './discovery/documentRoute.ts';
import { eventRoutes } from './events/eventRoutes.ts';
import { importRoutes } from './imports/importRoutes.ts';
import { onboardingRoutes } from './onboarding/onboardingRoutes.ts';
import { organizerRoutes } from './organizers/organizerRoutes.ts';
import { categoryRoutes } from './terms/categoryRoutes.ts';
import { tagRoutes } from './terms/tagRoutes.ts';
import { venueRoutes } from './venues/venueRoutes.ts';
import { viewRoutes } from './views/viewRoute.ts';

/** Returns all routes of the calendar, in the order in which indexes name them. */
export const routesOf = (calendar: Calendar, texts: Texts): Route[] => [
  ...importRoutes(calendar, texts),
  ...onboardingRoutes(calendar, texts),
  ...firstGeneration(calendar, texts),
  ...viewRoutes(calendar),
  ...secondGeneration(calendar, texts),
];

const secondGeneration = (calendar: Calendar, texts: Texts): Route[] => {
  const described = [...calxEventRoutes(calendar), ...calxOrganizerRoutes(calendar), ...calxVenueRoutes(calendar)];
  return [calxDocumentRoute(described, texts), ...described];
};

const firstGeneration = (calendar: Calendar, texts: Texts): Route[] => {
  const described = [
    ...eventRoutes(calendar),
    ...venueRoutes(calendar),
    ...organizerRoutes(calendar),
    ...categoryRoutes(calendar),
    ...tagRoutes(calendar),
  ];
  return [documentRoute(described, texts), ...described];
};
