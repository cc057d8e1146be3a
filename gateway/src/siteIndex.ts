import type { SiteSettings } from '@almanac/contracts';

/** The declared namespaces of the site index and its routes, described for one caller. */
export interface IndexParts {
  readonly baseUrl: string;
  readonly apiRoot: string;
  readonly offersPasswords: boolean;
  readonly namespaces: readonly string[];
  readonly routes: Readonly<Record<string, unknown>>;
  /** Hours. */
  readonly gmtOffset: number;
}

/** Returns the offset of a time zone from UTC, in hours with two decimals. */
export const hoursAhead = (timezone: string, now: Date): number => {
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone);
  return Math.round(offsetNanoseconds / 36_000_000_000) / 100;
};

/** Returns the body of `GET /` (docs/interface/server.md §13). */
export const siteIndex = (site: SiteSettings, parts: IndexParts): Readonly<Record<string, unknown>> => ({
  name: site.name,
  description: site.description,
  url: parts.baseUrl,
  home: parts.baseUrl,
  gmt_offset: parts.gmtOffset,
  timezone_string: site.timezone,
  page_for_posts: 0,
  page_on_front: 0,
  show_on_front: 'posts',
  namespaces: parts.namespaces,
  authentication: parts.offersPasswords ? passwordScheme(parts.baseUrl) : [],
  routes: parts.routes,
  site_logo: site.site_logo,
  site_icon: 0,
  site_icon_url: '',
  _links: { help: [{ href: `${parts.apiRoot}/?context=help` }] },
});

const passwordScheme = (baseUrl: string) => ({
  'application-passwords': { endpoints: { authorization: `${baseUrl}/admin/authorize-application.php` } },
});
