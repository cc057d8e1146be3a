import { calendarEvents } from './calendar.ts';
import { coreEvents } from './core.ts';
import { miscEvents } from './misc.ts';
import { redirectionEvents } from './redirection.ts';
import { translationEvents } from './translation.ts';

export * from './calendar.ts';
export * from './core.ts';
export * from './misc.ts';
export * from './redirection.ts';
export * from './translation.ts';

/** The integration events of all publishing services. */
export const publishedEvents = [
  ...coreEvents,
  ...calendarEvents,
  ...redirectionEvents,
  ...miscEvents,
  ...translationEvents,
];
