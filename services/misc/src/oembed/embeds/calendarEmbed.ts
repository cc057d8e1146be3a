import { isLanguage } from '@almanac/i18n';
import { embedSize } from './embedSize.ts';
import { escaped } from './html.ts';
import type { SiteAddress } from './siteAddress.ts';

/** Height in pixels of the frame of a calendar: about six events, or a month. */
const HEIGHT = 640;

/** True for the address of a calendar for frames (docs/interface/views.md §4). */
export const isCalendar = (named: SiteAddress): boolean => {
  if (!('page' in named)) return false;
  const [first = '', ...rest] = named.page.split('/');
  return (isLanguage(first) ? rest : [first, ...rest]).join('/') === 'events/embed';
};

export interface CalendarSite {
  /** `{base_url}` */
  readonly site: string;
  readonly siteName: string;
  readonly title: string;
  /** Requested width in pixels. */
  readonly width: number;
}

/** Returns the answer of `oembed/1.0/embed` for a calendar: a frame without scripts. */
export const calendarEmbed = (address: string, { site, siteName, title, width: asked }: CalendarSite) => {
  const { width } = embedSize(asked);
  const { pathname, search } = new URL(address);
  const source = new URL(`${pathname}${search}`, site).href;
  const rights = 'allow-popups allow-top-navigation-by-user-activation';
  return {
    version: '1.0',
    provider_name: siteName,
    provider_url: site,
    author_name: siteName,
    author_url: site,
    title: escaped(title),
    type: 'rich',
    width,
    height: HEIGHT,
    html: `<iframe src="${escaped(source)}" title="${escaped(title)}" sandbox="${rights}" width="${width}" height="${HEIGHT}" loading="lazy" style="border:0;max-width:100%"></iframe>`,
  };
};
