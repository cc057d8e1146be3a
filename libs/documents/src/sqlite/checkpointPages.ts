/** Pages of the write-ahead log after which SQLite copies them into the file: 16 MB. */
export const CHECKPOINT_PAGES = 4_000;
