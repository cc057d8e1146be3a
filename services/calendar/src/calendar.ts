import type { Numbers } from '@almanac/aggregates';
import type { Documents } from '@almanac/documents';
import type { FetchInternal, ServicePorts } from '@almanac/service';
import { type Settings, siteLanguages } from '@almanac/settings';
import type { SiteLanguages } from '@almanac/translations';
import { ShownRecords } from './records/rememberShown.ts';

/** What the calendar's slices work with. */
export interface Calendar {
  readonly documents: Documents;
  readonly numbers: Numbers;
  readonly now: () => Date;
  readonly settings: Settings;
  readonly languages: SiteLanguages;
  readonly fetchInternal: FetchInternal;
  /** Shared by the site: keys the cookies of protected pages. */
  readonly secret: string;
  /** What was shown of records of late. */
  readonly shown: ShownRecords;
}

/** A calendar on the ports of a service. */
export const calendarOn = (ports: ServicePorts, settings: Settings): Calendar => ({
  ...ports,
  settings,
  languages: siteLanguages(settings),
  shown: new ShownRecords(),
});
