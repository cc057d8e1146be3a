import type { ServicePorts } from '@almanac/service';
import { type Settings, siteLanguages } from '@almanac/settings';
import type { Calendar } from './calendar.ts';
import { createLinkingEvents } from './events/linkingEvents.ts';
import { RecordViews } from './rememberViews.ts';

/** Puts the calendar together: what its slices share, on the ports of a service. */
export const composeCalendar = (ports: ServicePorts, settings: Settings): Calendar => ({
  ...ports,
  settings,
  languages: siteLanguages(settings),
  linkingEvents: createLinkingEvents(ports),
  views: new RecordViews(),
});
