import type { Room } from '../shell/room.ts';
import { calendar } from './calendar/calendar.ts';
import { content } from './content/content.ts';
import { home } from './home/home.ts';

/** The rooms in the order of the menu. */
export const rooms: readonly Room[] = [home, calendar, content];
