import type { KeptRecord, Records } from '@almanac/documents';

export interface MemoryRecords extends Records {
  /** Called before each operation; may wait or throw, as a slow or broken store would. */
  before: (operation: keyof Records, kind: string, id: string) => void | Promise<void>;
}

interface Stored {
  readonly revision: number;
  readonly body: string;
}

/** Kept records in memory, for specs that stop, delay or break single operations. Nothing expires. */
export const memoryRecords = (): MemoryRecords => {
  const kinds = new Map<string, Map<string, Stored>>();

  const enter = async (operation: keyof Records, kind: string, id: string): Promise<Map<string, Stored>> => {
    await self.before(operation, kind, id);
    const records = kinds.get(kind) ?? new Map();
    kinds.set(kind, records);
    return records;
  };

  const read = <Body>(id: string, stored: Stored): KeptRecord<Body> => ({
    id,
    revision: stored.revision,
    body: JSON.parse(stored.body),
  });

  const self: MemoryRecords = {
    before: () => undefined,
    insert: async (kind, id, body) => {
      const records = await enter('insert', kind, id);
      if (records.has(id)) return false;
      records.set(id, { revision: 1, body: JSON.stringify(body) });
      return true;
    },
    get: async (kind, id) => {
      const stored = (await enter('get', kind, id)).get(id);
      return stored === undefined ? undefined : read(id, stored);
    },
    put: async (kind, id, body, { ifRevision } = {}) => {
      const records = await enter('put', kind, id);
      const revision = records.get(id)?.revision ?? 0;
      if (ifRevision !== undefined && ifRevision !== revision) return false;
      records.set(id, { revision: revision + 1, body: JSON.stringify(body) });
      return true;
    },
    delete: async (kind, id, { ifRevision } = {}) => {
      const records = await enter('delete', kind, id);
      if (ifRevision !== undefined && ifRevision !== records.get(id)?.revision) return false;
      return records.delete(id);
    },
    list: async (kind, { prefix = '', after = '', limit = 500, reverse = false } = {}) => {
      const records = await enter('list', kind, prefix);
      const ids = [...records.keys()].filter((id) => id.startsWith(prefix)).sort();
      const ordered = reverse ? ids.reverse() : ids;
      const rest = after === '' ? ordered : ordered.filter((id) => (reverse ? id < after : id > after));
      return rest.slice(0, limit).flatMap((id) => {
        const stored = records.get(id);
        return stored === undefined ? [] : [read(id, stored)];
      });
    },
  };
  return self;
};
