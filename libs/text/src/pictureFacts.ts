import { decodedText } from './decodedText.ts';
import type { ImageFacts, WrittenImage } from './images.ts';

/** A file of a stored picture. */
interface PictureFile {
  /** The path of its address: `/uploads/2026/05/a.jpg`. */
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

/** A stored picture with its files. */
export interface StoredPicture {
  /** The one that is used. */
  readonly file: PictureFile;
  /** The path of the one as it came, where that is another. */
  readonly original?: string;
  /** Smaller ones by name, in the order in which browsers are offered them; several names may share one. */
  readonly sizes: Readonly<Record<string, PictureFile>>;
  readonly alt: string;
}

/** What browsers choose from is no wider, but for the version that is shown. */
const WIDEST = 2_048;

/**
 * What a tag says of a stored picture: address and sides of the version that it is written with, or of the one of
 * medium size, and the versions of these proportions that browsers may choose from (docs/interface/texts.md §6).
 * Undefined for a tag whose address leads to none of its files.
 */
export const pictureFacts = (picture: StoredPicture, site: string, written?: WrittenImage): ImageFacts | undefined => {
  const version = written === undefined ? (picture.sizes.medium ?? picture.file) : versionAt(picture, written.src);
  if (version === undefined) return undefined;
  const choice = [version, ...filesOf(picture).filter((other) => isChoice(version, other))];
  const width = written?.width ?? version.width;
  return {
    url: `${site}${version.path}`,
    width: version.width,
    height: version.height,
    alt: picture.alt,
    ...(choice.length > 1 && {
      srcset: choice.map((each) => `${site}${each.path} ${each.width}w`).join(', '),
      sizes: `(max-width: ${width}px) 100vw, ${width}px`,
    }),
  };
};

/** Its files, each once. */
const filesOf = ({ file, sizes }: StoredPicture): PictureFile[] => [
  ...new Map([...Object.values(sizes), file].map((each) => [each.path, each])).values(),
];

/** The file that an address leads to, whatever its host. */
const versionAt = (picture: StoredPicture, src: string): PictureFile | undefined => {
  const name = nameOf(src);
  if (name === undefined) return undefined;
  if (picture.original !== undefined && nameOf(picture.original) === name) return picture.file;
  return filesOf(picture).find(({ path }) => nameOf(path) === name);
};

/** `2026/05/a.jpg` of an address below the uploads. */
const nameOf = (src: string): string | undefined => {
  if (!URL.canParse(src, 'http://host/')) return undefined;
  const { pathname } = new URL(src, 'http://host/');
  const at = pathname.indexOf(UPLOADS);
  return at === -1 ? undefined : decodedText(pathname.slice(at + UPLOADS.length));
};

const UPLOADS = '/uploads/';

const isChoice = (version: PictureFile, other: PictureFile): boolean =>
  other.path !== version.path && other.width <= WIDEST && isAlike(version, other);

/** Whether two versions show the same: one is the other made smaller, sides rounded. */
const isAlike = (one: PictureFile, other: PictureFile): boolean => {
  const [small, large] = one.width < other.width ? [one, other] : [other, one];
  return Math.abs(Math.round((large.height * small.width) / large.width) - small.height) <= 1;
};
