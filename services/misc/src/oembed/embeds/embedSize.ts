/** Size of an embedded record in pixels (docs/interface/oembed.md §2). */
export interface EmbedSize {
  readonly width: number;
  readonly height: number;
}

const MIN_WIDTH = 200;
const MAX_WIDTH = 600;

/** Returns the absolute integer at the start of a value, also of `1e3`; 0 if there is none. */
export const wholeNumber = (value: unknown): number => {
  if (typeof value !== 'string' && typeof value !== 'number') return 0;
  const number = Math.abs(Math.trunc(Number.parseFloat(String(value))));
  return Number.isFinite(number) ? number : 0;
};

/** Returns the size for a requested width, within its limits. @param asked available width in pixels */
export const embedSize = (asked: number): EmbedSize => {
  const width = Math.min(Math.max(asked, MIN_WIDTH), MAX_WIDTH);
  return { width, height: Math.max(Math.ceil((width * 9) / 16), MIN_WIDTH) };
};
