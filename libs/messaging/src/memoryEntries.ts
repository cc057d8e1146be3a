import type { Entries, Entry } from '@almanac/documents';

interface StoredEntry {
  readonly revision: number;
  readonly body: string;
}

/** Entries in memory, for an ephemeral subscription. Nothing expires. */
export const memoryEntries = (): Entries => {
  const kinds = new Map<string, Map<string, StoredEntry>>();

  const of = (kind: string): Map<string, StoredEntry> => {
    const entries = kinds.get(kind) ?? new Map();
    kinds.set(kind, entries);
    return entries;
  };

  const read = <Body>(id: string, stored: StoredEntry): Entry<Body> => ({
    id,
    revision: stored.revision,
    body: JSON.parse(stored.body),
  });

  const put: Entries['put'] = async (kind, id, body, { ifRevision } = {}) => {
    const revision = of(kind).get(id)?.revision ?? 0;
    if (ifRevision !== undefined && ifRevision !== revision) return false;
    of(kind).set(id, { revision: revision + 1, body: JSON.stringify(body) });
    return true;
  };

  return {
    put,
    putAll: (kind, puts) => Promise.all(puts.map(({ id, body, ...options }) => put(kind, id, body, options))),
    insert: async (kind, id, body) => {
      if (of(kind).has(id)) return false;
      of(kind).set(id, { revision: 1, body: JSON.stringify(body) });
      return true;
    },
    insertAll: async (kind, all) => {
      for (const { id, body } of all) {
        if (!of(kind).has(id)) of(kind).set(id, { revision: 1, body: JSON.stringify(body) });
      }
    },
    deleteAll: async (kind, ids) => {
      for (const id of ids) of(kind).delete(id);
    },
    get: async (kind, id) => {
      const stored = of(kind).get(id);
      return stored === undefined ? undefined : read(id, stored);
    },
    delete: async (kind, id, { ifRevision } = {}) => {
      if (ifRevision !== undefined && ifRevision !== of(kind).get(id)?.revision) return false;
      return of(kind).delete(id);
    },
    list: async (kind, { prefix = '', after = '', limit = 500, reverse = false } = {}) => {
      const way = reverse ? -1 : 1;
      const ids = [...of(kind).keys()].filter((id) => id.startsWith(prefix));
      const rest = after === '' ? ids : ids.filter((id) => way * byCodePoint(id, after) > 0);
      rest.sort((one, other) => way * byCodePoint(one, other));
      return rest.slice(0, limit).flatMap((id) => {
        const stored = of(kind).get(id);
        return stored === undefined ? [] : [read(id, stored)];
      });
    },
  };
};

const byCodePoint = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));
