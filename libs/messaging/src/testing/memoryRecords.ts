import type { Records } from '@almanac/documents';
import { memoryRecords as plainRecords } from '../memoryRecords.ts';

export interface MemoryRecords extends Records {
  /** Called before each operation; may wait or throw, as a slow or broken store would. */
  before: (operation: keyof Records, kind: string, id: string) => void | Promise<void>;
}

/** Kept records in memory, for specs that stop, delay or break single operations. */
export const memoryRecords = (): MemoryRecords => {
  const records = plainRecords();
  const self: MemoryRecords = {
    before: () => undefined,
    insert: async (kind, id, body, options) => {
      await self.before('insert', kind, id);
      return records.insert(kind, id, body, options);
    },
    get: async (kind, id) => {
      await self.before('get', kind, id);
      return records.get(kind, id);
    },
    put: async (kind, id, body, options) => {
      await self.before('put', kind, id);
      return records.put(kind, id, body, options);
    },
    delete: async (kind, id, options) => {
      await self.before('delete', kind, id);
      return records.delete(kind, id, options);
    },
    list: async (kind, options) => {
      await self.before('list', kind, options?.prefix ?? '');
      return records.list(kind, options);
    },
  };
  return self;
};
