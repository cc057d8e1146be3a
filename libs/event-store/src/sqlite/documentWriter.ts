import type { DocumentWrite } from '@almanac/documents';

/**
 * What the log asks of the documents of the same database: to write at once, in the transaction that is open on the
 * shared connection (docs/architecture.md §2, State documents).
 */
export interface DocumentWriter {
  writeNow(writes: readonly DocumentWrite[]): void;
}
