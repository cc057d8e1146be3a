import type { Entries } from '@almanac/documents';
import { memoryEntries as plainEntries } from '../memoryEntries.ts';

export interface MemoryEntries extends Entries {
  /** Called before each operation; may wait or throw, as a slow or broken store would. */
  before: (operation: keyof Entries, kind: string, id: string) => void | Promise<void>;
}

/** Creates entries in memory, for specs that stop, delay or break single operations. */
export const memoryEntries = (): MemoryEntries => {
  const entries = plainEntries();
  const self: MemoryEntries = {
    before: () => undefined,
    insert: async (kind, id, body, options) => {
      await self.before('insert', kind, id);
      return entries.insert(kind, id, body, options);
    },
    insertAll: async (kind, all) => {
      await self.before('insertAll', kind, all[0]?.id ?? '');
      return entries.insertAll(kind, all);
    },
    deleteAll: async (kind, ids) => {
      await self.before('deleteAll', kind, ids[0] ?? '');
      return entries.deleteAll(kind, ids);
    },
    get: async (kind, id) => {
      await self.before('get', kind, id);
      return entries.get(kind, id);
    },
    put: async (kind, id, body, options) => {
      await self.before('put', kind, id);
      return entries.put(kind, id, body, options);
    },
    putAll: async (kind, puts) => {
      await self.before('putAll', kind, puts[0]?.id ?? '');
      return entries.putAll(kind, puts);
    },
    delete: async (kind, id, options) => {
      await self.before('delete', kind, id);
      return entries.delete(kind, id, options);
    },
    list: async (kind, options) => {
      await self.before('list', kind, options?.prefix ?? '');
      return entries.list(kind, options);
    },
  };
  return self;
};
