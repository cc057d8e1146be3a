import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined';
import { postSource, termSource } from '../../form/postSource.ts';
import { termScreens } from '../../form/TermScreens.tsx';
import type { Room } from '../../shell/room.ts';
import { restSource } from '../../shell/source.ts';
import { EventCreate, EventEdit, EventList } from './Events.tsx';
import { events } from './eventSource.ts';
import { FeedCreate, FeedEdit, FeedList } from './Feeds.tsx';
import { Month } from './Month.tsx';
import { OrganizerCreate, OrganizerEdit, OrganizerList, VenueCreate, VenueEdit, VenueList } from './Places.tsx';

const categories = termScreens({
  title: 'Event categories',
  create: 'Add a category',
  isTree: true,
  kind: 'eventcategory',
  hasCountOrder: false,
});

export const calendar: Room = {
  name: 'calendar',
  label: 'Calendar',
  icon: CalendarIcon,
  entries: [
    {
      path: 'calendar/events',
      label: 'Events',
      right: 'edit_cal_events',
      source: events,
      list: EventList,
      create: EventCreate,
      edit: EventEdit,
      representation: 'title',
    },
    { path: 'calendar/month', label: 'Month', right: 'edit_cal_events', screen: Month },
    {
      path: 'calendar/venues',
      label: 'Venues',
      right: 'edit_cal_venues',
      source: postSource('/core/v2/cal_venue'),
      list: VenueList,
      create: VenueCreate,
      edit: VenueEdit,
      representation: 'title',
    },
    {
      path: 'calendar/organizers',
      label: 'Organizers',
      right: 'edit_cal_organizers',
      source: postSource('/core/v2/cal_organizer'),
      list: OrganizerList,
      create: OrganizerCreate,
      edit: OrganizerEdit,
      representation: 'title',
    },
    {
      path: 'calendar/categories',
      label: 'Categories',
      right: 'publish_cal_events',
      source: termSource('/core/v2/cal_events_cat'),
      ...categories,
      representation: 'name',
    },
    {
      path: 'calendar/feeds',
      label: 'Followed calendars',
      right: 'edit_others_cal_events',
      source: restSource({ path: '/cal/event-import/v1/feeds', hasOrder: false }),
      list: FeedList,
      create: FeedCreate,
      edit: FeedEdit,
      representation: 'name',
    },
  ],
};
