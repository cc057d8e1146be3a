import { type FollowedRules, noRules, withRules } from '@almanac/content-model';
import { type ServicePorts, type Settings, siteLanguages } from '@almanac/service';
import type { Calendar } from './calendar.ts';
import { createLinkingEvents } from './events/linkingEvents.ts';
import { RecordViews } from './rememberViews.ts';

/** Creates the services that the calendar's slices share, from the ports of a service. */
export const composeCalendar = (
  ports: ServicePorts,
  settings: Settings,
  rules: Pick<FollowedRules, 'current'> = { current: () => noRules },
): Calendar => ({
  ...ports,
  settings,
  languages: withRules(siteLanguages(settings), () => rules.current()),
  linkingEvents: createLinkingEvents(ports),
  views: new RecordViews(),
});
