interface CreatedRecord {
  readonly id: string;
  readonly slug: string;
}

/** Newest records of every collection. Requests name them by placeholders, because their ids are unknown beforehand. */
export interface KnownRecords {
  /** Stores the record of a creation from its answer. */
  made(path: string, text: string): void;
  /** Returns the target with its placeholders replaced by ids and slugs of records. */
  named(pattern: string, target: string): string;
}

const MAX_KNOWN_RECORDS = 8;
const collectionOf = (pattern: string): string => pattern.split(/\/by-slug|\/\(/)[0] ?? '';

/** Placeholders for the newest record of a collection, the one before it, … */
export const placeholders = { id: ['~id0', '~id1', '~id2', '~id3'], slug: ['~slug0', '~slug1', '~slug2'] } as const;

export const createKnownRecords = (): KnownRecords => {
  const records = new Map<string, CreatedRecord[]>();
  return {
    made: (path, text) => {
      const { id, slug } = JSON.parse(text) as { readonly id?: number; readonly slug?: string };
      if (id === undefined) return;
      const record = { id: String(id), slug: encodeURIComponent((slug ?? '').toWellFormed()) };
      records.set(path, [record, ...(records.get(path) ?? [])].slice(0, MAX_KNOWN_RECORDS));
    },
    named: (pattern, target) => {
      const newest = records.get(collectionOf(pattern)) ?? [];
      return target.replace(
        /~(id|slug)(\d)/g,
        (_, member: keyof CreatedRecord, nth: string) => newest[Number(nth)]?.[member] ?? '1',
      );
    },
  };
};
