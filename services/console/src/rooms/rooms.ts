import type { Room } from '../shell/room.ts';
import { calendar } from './calendar/calendar.ts';
import { content } from './content/content.ts';
import { home } from './home/home.ts';
import { operations } from './operations/operations.ts';
import { people } from './people/people.ts';
import { redirects } from './redirects/redirects.ts';
import { settings } from './settings/settings.ts';
import { translations } from './translations/translations.ts';
import { visitors } from './visitors/visitors.ts';

/** The rooms in the order of the menu. */
export const rooms: readonly Room[] = [
  home,
  calendar,
  content,
  translations,
  redirects,
  visitors,
  people,
  settings,
  operations,
];
