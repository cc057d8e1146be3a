import type { DocumentWrite } from '@almanac/documents';

/**
 * Writes documents for the log of the same database: at once, in the open transaction on the shared connection
 * (docs/architecture.md §2, State documents).
 */
export interface DocumentWriter {
  writeNow(writes: readonly DocumentWrite[]): void;
}
