import type { ServiceName } from '@almanac/contracts';
import { hasPages, ownerOfId, pageOwner } from '@almanac/manifest';
import { calendarFile } from './calendarFiles.ts';

/** The service that answers a page, and the internal path and query of the page. */
export interface PageTarget {
  readonly service: ServiceName;
  readonly path: string;
  readonly query: string;
}

const ID = /^\d{1,15}$/;

/** Parameters of the home page that name a record by its id. */
const ID_PARAMS = ['p', 'page_id', 'attachment_id'] as const;

/** Returns the id in the query of the home page; undefined if it names none. */
const idOf = (query: string): string | undefined => {
  const params = new URLSearchParams(query);
  return ID_PARAMS.map((name) => params.get(name)).find((id) => id !== null) ?? undefined;
};

/**
 * Returns the target of a page from its path without language segment. `/?p=ID` belongs to the service that owns the
 * record; undefined if no service does.
 */
export const targetOf = (path: string, query: string): PageTarget | undefined => {
  const id = path === '/' ? idOf(query) : undefined;
  if (id !== undefined) {
    const owner = ID.test(id) ? ownerOfId(Number(id)) : undefined;
    return owner === undefined || !hasPages(owner)
      ? undefined
      : { service: owner, path: `/internal/page-of/${id}`, query: pageQuery(query) };
  }
  const file = calendarFile(path, query);
  if (file !== undefined) return { service: 'calendar', ...file };
  const first = path.split('/', 2)[1]?.toLowerCase() ?? '';
  return {
    service: pageOwner(first),
    path: path === '/' ? '/internal/pages' : `/internal/pages${path}`,
    query: pageQuery(query),
  };
};

/** Removes the interface's own parameters, such as `_method` and `_envelope`, which pages ignore. */
export const pageQuery = (query: string): string =>
  query
    .split('&')
    .filter((part) => !/^(?:_|%5f)/i.test(part))
    .join('&');
