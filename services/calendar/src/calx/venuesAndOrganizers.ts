import { argsOf } from '@almanac/content-model';
import { type Route, viewsOf } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import { picturedTexts } from '../content-items/picturedTexts.ts';
import { imageViews } from '../images/images.ts';
import { displayOf } from '../linked-items/linkedAnswers.ts';
import { linkedOrganizers } from '../organizers/linkedOrganizers.ts';
import { type OrganizerFields, organizerKind } from '../organizers/organizer.ts';
import { organizerFields } from '../organizers/organizerFields.ts';
import { linkedVenues } from '../venues/linkedVenues.ts';
import { type VenueFields, venueKind } from '../venues/venue.ts';
import type { ViewRequestParts } from './kinds.ts';
import { type CalxLinked, calxLinkedRoutes } from './linkedRoutes.ts';
import { organizerView, type ShowLinked, venueFieldsInOrder, venueView } from './linkedView.ts';
import { maskedLinked } from './masking.ts';
import { commonArgs } from './recordArgs.ts';
import { prepareRecord, type View } from './recordView.ts';
import { organizerSchema, publishedSchemas, recordAnswers, venueSchema } from './schemas.ts';

const linkedViewsOf =
  <State extends ItemState & ItemFields>(show: ShowLinked<State>) =>
  async (calendar: Calendar, request: ViewRequestParts, states: readonly State[]): Promise<View[]> => {
    const [images, texts] = await Promise.all([
      imageViews(calendar.documents, states, request),
      picturedTexts(calendar.documents, states, request.site),
    ]);
    const display = displayOf(calendar, request);
    return viewsOf(states, async (state) => {
      await prepareRecord(state, texts);
      return show(state, { images, texts }, display);
    });
  };

const calxVenues: CalxLinked<VenueFields> = {
  kind: venueKind,
  linked: linkedVenues,
  args: { ...commonArgs, ...argsOf(venueFieldsInOrder, 'calx') },
  answers: recordAnswers(venueKind, venueSchema),
  schemas: publishedSchemas(venueKind, venueSchema),
  summaries: {
    list: 'Lists venues.',
    create: 'Creates a venue.',
    read: 'Reads a venue.',
    change: 'Changes a venue.',
    remove: 'Moves a venue to the trash, or deletes it.',
  },
  views: linkedViewsOf(venueView),
  mask: maskedLinked,
};

const calxOrganizers: CalxLinked<OrganizerFields> = {
  kind: organizerKind,
  linked: linkedOrganizers,
  args: { ...commonArgs, ...argsOf(organizerFields, 'calx') },
  answers: recordAnswers(organizerKind, organizerSchema),
  schemas: publishedSchemas(organizerKind, organizerSchema),
  summaries: {
    list: 'Lists organizers.',
    create: 'Creates an organizer.',
    read: 'Reads an organizer.',
    change: 'Changes an organizer.',
    remove: 'Moves an organizer to the trash, or deletes it.',
  },
  views: linkedViewsOf(organizerView),
  mask: maskedLinked,
};

/** Returns the routes of `/calx/v1/venues`. */
export const calxVenueRoutes = (calendar: Calendar): Route[] => calxLinkedRoutes(calendar, calxVenues);

/** Returns the routes of `/calx/v1/organizers`. */
export const calxOrganizerRoutes = (calendar: Calendar): Route[] => calxLinkedRoutes(calendar, calxOrganizers);
