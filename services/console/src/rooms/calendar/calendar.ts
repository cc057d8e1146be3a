import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined';
import { postSource, termSource } from '../../form/postSource.ts';
import { termScreens } from '../../form/TermScreens.tsx';
import type { Room } from '../../shell/room.ts';
import { restSource } from '../../shell/source.ts';
import { eventScreens } from './Events.tsx';
import { events } from './eventSource.ts';
import { feedScreens } from './Feeds.tsx';
import { Month } from './Month.tsx';
import { organizerScreens, venueScreens } from './Places.tsx';

const categories = termScreens({ create: 'Add a category', isTree: true, kind: 'eventcategory', hasCountOrder: false });

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
      ...eventScreens,
    },
    { path: 'calendar/month', label: 'Month', right: 'edit_cal_events', screen: Month },
    {
      path: 'calendar/venues',
      label: 'Venues',
      right: 'edit_cal_venues',
      source: postSource('/core/v2/cal_venue'),
      ...venueScreens,
    },
    {
      path: 'calendar/organizers',
      label: 'Organizers',
      right: 'edit_cal_organizers',
      source: postSource('/core/v2/cal_organizer'),
      ...organizerScreens,
    },
    {
      path: 'calendar/categories',
      label: 'Categories',
      right: 'publish_cal_events',
      source: termSource('/core/v2/cal_events_cat'),
      ...categories,
    },
    {
      path: 'calendar/feeds',
      label: 'Followed calendars',
      right: 'edit_others_cal_events',
      source: restSource({ path: '/cal/event-import/v1/feeds', hasOrder: false }),
      ...feedScreens,
    },
  ],
};
