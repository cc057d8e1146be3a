import type { Numbers } from '@almanac/aggregates';
import type { Documents } from '@almanac/documents';
import { languageCodes } from '@almanac/i18n';
import type { FetchInternal, ServicePorts, SiteSettings } from '@almanac/service';
import type { SiteLanguages } from '@almanac/translations';
import { ShownRecords } from './records/rememberShown.ts';

/** What the calendar's slices work with. */
export interface Calendar {
  readonly documents: Documents;
  readonly numbers: Numbers;
  readonly now: () => Date;
  readonly site: SiteSettings;
  readonly languages: SiteLanguages;
  readonly fetchInternal: FetchInternal;
  /** Shared by the site: keys the cookies of protected pages. */
  readonly secret: string;
  /** What was shown of records of late. */
  readonly shown: ShownRecords;
}

/** A calendar on the ports of a service. */
export const calendarOn = (ports: ServicePorts): Calendar => ({
  ...ports,
  languages: { defaultLanguage: ports.site.default_language, languages: languageCodes },
  shown: new ShownRecords(),
});
