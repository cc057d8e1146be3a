import type { WrittenRecord } from '@almanac/service';
import { orEmpty, sharedByItems, writtenItem } from '../content-items/writtenItem.ts';
import type { EventState } from './event.ts';

const schedule = ({ timezone, allDay, start, end }: EventState) => ({
  timezone,
  all_day: allDay,
  start_date: start,
  end_date: end,
});

const cost = ({ cost }: EventState) => ({
  cost: cost?.amounts,
  currency_symbol: cost?.symbol,
  currency_position: cost?.position,
  currency_code: cost?.code,
});

/** An event as operators see it and bring it back. */
export const writtenEvent: WrittenRecord<EventState> = {
  ...sharedByItems,
  route: '/cal/events/v1/events/{id}',
  references: {
    image: 'medium',
    author: 'user',
    categories: 'category',
    tags: 'tag',
    venue: 'venue',
    organizer: 'organizer',
  },
  members: (state) => ({
    ...writtenItem(state, 'title'),
    ...schedule(state),
    ...cost(state),
    website: orEmpty(state.website),
    show_map: state.showMap,
    show_map_link: state.showMapLink,
    hide_from_listings: state.hidden,
    sticky: state.sticky,
    featured: state.featured,
    categories: state.categories,
    tags: state.tags,
    venue: state.venues,
    organizer: state.organizers,
    import_uid: orEmpty(state.importUid),
  }),
};
