import type { Medium } from './embeddable.ts';

export interface Thumbnail {
  readonly thumbnail_url: string;
  readonly thumbnail_width: number;
  readonly thumbnail_height: number;
}

/**
 * Returns the smallest rendition of at least the given width, otherwise the picture itself; undefined for a private
 * one.
 */
export const thumbnailOf = (medium: Medium | undefined, width: number, site: string): Thumbnail | undefined => {
  if (medium === undefined || medium.status === 'private') return undefined;
  const fitting = [...Object.values(medium.sizes), medium.file]
    .filter((file) => (file.width ?? 0) >= width)
    .sort((one, other) => areaOf(one) - areaOf(other));
  const { path, width: shown, height } = fitting[0] ?? medium.file;
  if (shown === undefined || height === undefined) return undefined;
  return { thumbnail_url: `${site}${path}`, thumbnail_width: shown, thumbnail_height: height };
};

const areaOf = ({ width = 0, height = 0 }: Medium['file']): number => width * height;
