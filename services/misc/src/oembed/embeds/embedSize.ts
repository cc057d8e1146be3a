/** How large a record is shown elsewhere, in pixels (docs/interface/oembed.md §2). */
export interface EmbedSize {
  readonly width: number;
  readonly height: number;
}

const NARROWEST = 200;
const WIDEST = 600;

/** The number at the beginning of what was sent, `1e3` too, whole and without its sign; 0 where there is none. */
export const wholeNumber = (value: unknown): number => {
  if (typeof value !== 'string' && typeof value !== 'number') return 0;
  const number = Math.abs(Math.trunc(Number.parseFloat(String(value))));
  return Number.isFinite(number) ? number : 0;
};

/** @param asked the width that there is room for */
export const embedSize = (asked: number): EmbedSize => {
  const width = Math.min(Math.max(asked, NARROWEST), WIDEST);
  return { width, height: Math.max(Math.ceil((width * 9) / 16), NARROWEST) };
};
