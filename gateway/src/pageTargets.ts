import type { ServiceName } from '@almanac/contracts';
import { hasPages, ownerOfId, pageOwner } from '@almanac/manifest';

/** Which service answers a page, and at which of its internal addresses. */
export interface PageTarget {
  readonly service: ServiceName;
  readonly path: string;
}

const ID = /^\d{1,15}$/;

/**
 * The target of a page, from its path without language segment. `/?p=ID` is answered by the service that owns the
 * record; undefined where no service does.
 */
export const targetOf = (path: string, query: string): PageTarget | undefined => {
  const id = path === '/' ? new URLSearchParams(query).get('p') : null;
  if (id !== null) {
    const owner = ID.test(id) ? ownerOfId(Number(id)) : undefined;
    return owner === undefined || !hasPages(owner) ? undefined : { service: owner, path: `/internal/page-of/${id}` };
  }
  const first = path.split('/', 2)[1]?.toLowerCase() ?? '';
  return {
    service: pageOwner(first),
    path: path === '/' ? '/internal/pages' : `/internal/pages${path}`,
  };
};

/** Without the switches of the interface, which mean nothing to pages: `_method`, `_envelope`. */
export const pageQuery = (query: string): string =>
  query
    .split('&')
    .filter((part) => !/^(?:_|%5f)/i.test(part))
    .join('&');
