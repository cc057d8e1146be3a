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
  /** The file in use. */
  readonly file: PictureFile;
  /** The path of the uploaded file, if it is another one. */
  readonly original?: string;
  /** Smaller files by name, in the order in which browsers are offered them; several names may share one. */
  readonly sizes: Readonly<Record<string, PictureFile>>;
  readonly alt: string;
}

/** Maximum width of the versions in `srcset`, except the displayed one. */
const MAX_SRCSET_WIDTH = 2_048;

/**
 * Returns the facts of a stored picture for a tag (docs/interface/texts.md §6).
 * Address and size are those of the version in the tag, or of the medium one. `srcset` has the versions with the same
 * proportions.
 * @returns undefined for a tag whose address matches no file of the picture
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

/** Returns its files, each once. */
const filesOf = ({ file, sizes }: StoredPicture): PictureFile[] => [
  ...new Map([...Object.values(sizes), file].map((each) => [each.path, each])).values(),
];

/** Returns the file of an address, whatever its host. */
const versionAt = (picture: StoredPicture, src: string): PictureFile | undefined => {
  const name = nameOf(src);
  if (name === undefined) return undefined;
  if (picture.original !== undefined && nameOf(picture.original) === name) return picture.file;
  return filesOf(picture).find(({ path }) => nameOf(path) === name);
};

/** Returns `2026/05/a.jpg` of an address below the uploads. */
const nameOf = (src: string): string | undefined => {
  if (!URL.canParse(src, 'http://host/')) return undefined;
  const { pathname } = new URL(src, 'http://host/');
  const at = pathname.indexOf(UPLOADS);
  return at === -1 ? undefined : decodedText(pathname.slice(at + UPLOADS.length));
};

const UPLOADS = '/uploads/';

const isChoice = (version: PictureFile, other: PictureFile): boolean =>
  other.path !== version.path && other.width <= MAX_SRCSET_WIDTH && isAlike(version, other);

/** True if two versions have the same proportions, with rounded sides. */
const isAlike = (one: PictureFile, other: PictureFile): boolean => {
  const [small, large] = one.width < other.width ? [one, other] : [other, one];
  return Math.abs(Math.round((large.height * small.width) / large.width) - small.height) <= 1;
};
