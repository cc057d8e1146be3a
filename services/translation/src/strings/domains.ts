import type { Documents } from '@almanac/documents';
import { type SiteString, siteStrings } from './siteString.ts';

const AT_ONCE = 1_000;

/** Yields the strings of a domain by id, in parts. */
export async function* partsOfDomain(documents: Documents, domain: string): AsyncGenerator<SiteString[]> {
  let after = 0;
  for (;;) {
    const part = await documents.find<SiteString>(siteStrings, {
      filter: {
        all: [
          { field: 'domain', equals: domain },
          { field: 'id', after },
        ],
      },
      order: [{ field: 'id', direction: 'asc' }],
      limit: AT_ONCE,
    });
    yield part;
    const last = part.at(-1);
    if (last === undefined || part.length < AT_ONCE) return;
    after = last.id;
  }
}

/** Returns all strings of a domain by id. */
export const stringsOf = async (documents: Documents, domain: string): Promise<SiteString[]> =>
  (await Array.fromAsync(partsOfDomain(documents, domain))).flat();

/** Returns the domains with strings, sorted by name. */
export const domainsOf = async (documents: Documents): Promise<string[]> => {
  const found: string[] = [];
  for (;;) {
    const after = found.at(-1) ?? '';
    const [next] = await documents.find<SiteString>(siteStrings, {
      filter: { field: 'domain', after },
      order: [{ field: 'domain', direction: 'asc' }],
      limit: 1,
    });
    if (next === undefined) return found;
    found.push(next.domain);
  }
};
