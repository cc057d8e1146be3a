import { ownerOfId, type ServiceName } from '@almanac/contracts';

/** Which service answers a page, and at which of its internal addresses. */
export interface PageTarget {
  readonly service: ServiceName;
  readonly path: string;
}

/** First segments of the calendar's pages; every other page is core's (docs/interface/pages.md §1). */
const CALENDAR: ReadonlySet<string> = new Set(['event', 'venue', 'organizer', 'events']);

/** The services that have pages. */
const PAGES: ReadonlySet<string> = new Set<ServiceName>(['core', 'calendar']);

const ID = /^\d{1,15}$/;

/**
 * The target of a page, from its path without language segment. `/?p=ID` is answered by the service that owns the
 * record; undefined where no service does.
 */
export const targetOf = (path: string, query: string): PageTarget | undefined => {
  const id = path === '/' ? new URLSearchParams(query).get('p') : null;
  if (id !== null) {
    const owner = ID.test(id) ? ownerOfId(Number(id)) : undefined;
    return owner === undefined || !PAGES.has(owner) ? undefined : { service: owner, path: `/internal/page-of/${id}` };
  }
  const first = path.split('/', 2)[1]?.toLowerCase() ?? '';
  return {
    service: CALENDAR.has(first) ? 'calendar' : 'core',
    path: path === '/' ? '/internal/pages' : `/internal/pages${path}`,
  };
};

/** Without the switches of the interface, which mean nothing to pages: `_method`, `_envelope`. */
export const pageQuery = (query: string): string =>
  query
    .split('&')
    .filter((part) => !/^(?:_|%5f)/i.test(part))
    .join('&');
