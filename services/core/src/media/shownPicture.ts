import type { ImageFacts } from '@almanac/content';
import { fileAddress } from './mediaDetails.ts';
import { folderOf, type Medium, originalPath } from './medium.ts';
import { sizeNames } from './renditions/sizes.ts';

/** A file of a picture. */
export interface Version {
  /** Below the uploads. */
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

/** What browsers choose from is no wider, but for the version itself. */
const WIDEST = 2_048;

const usedVersion = ({ file: { path, width, height } }: Medium): Version | undefined =>
  width === undefined || height === undefined ? undefined : { path, width, height };

/** The files of a picture, each once: its sizes in their order, then the one that is used. None of what has no sides. */
const versionsOf = (medium: Medium): Version[] => {
  const used = usedVersion(medium);
  if (used === undefined) return [];
  const versions = new Map<string, Version>();
  for (const name of sizeNames) {
    const size = medium.sizes[name];
    if (size === undefined) continue;
    const path = `${folderOf(medium.file.path)}${size.file}`;
    versions.set(path, { path, width: size.width, height: size.height });
  }
  return [...versions.values(), used];
};

/** The version that galleries and descriptions show: of medium size, or the one that is used. */
export const mediumVersion = (medium: Medium): Version | undefined => {
  const { medium: size } = medium.sizes;
  return size === undefined ? usedVersion(medium) : { ...size, path: `${folderOf(medium.file.path)}${size.file}` };
};

/** The version that an address leads to, whatever its host; undefined where it is none of this medium's. */
export const versionAt = (medium: Medium, src: string): Version | undefined => {
  const path = pathOf(src);
  const isAt = (own: string): boolean => path?.endsWith(`/${own}`) === true;
  if (isAt(originalPath(medium))) return usedVersion(medium);
  return versionsOf(medium).find((version) => isAt(version.path));
};

const pathOf = (src: string): string | undefined => {
  if (!URL.canParse(src, 'http://host/')) return undefined;
  try {
    return decodeURIComponent(new URL(src, 'http://host/').pathname);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return undefined;
  }
};

/** Whether two versions show the same: one is the other made smaller, sides rounded. */
const isAlike = (one: Version, other: Version): boolean => {
  const [small, large] = one.width < other.width ? [one, other] : [other, one];
  return Math.abs(Math.round((large.height * small.width) / large.width) - small.height) <= 1;
};

/**
 * What a tag says of a picture: the version's address and sides, and the versions that browsers may choose from.
 * @param width of the room that it has; default: the version's own
 */
export const shownPicture = (medium: Medium, version: Version, site: string, width = version.width): ImageFacts => {
  const others = versionsOf(medium).filter(
    (other) => other.path !== version.path && other.width <= WIDEST && isAlike(version, other),
  );
  const choice = [version, ...others].map((each) => `${fileAddress(site, each.path)} ${each.width}w`);
  return {
    url: fileAddress(site, version.path),
    width: version.width,
    height: version.height,
    alt: medium.alt,
    ...(others.length > 0 && { srcset: choice.join(', '), sizes: `(max-width: ${width}px) 100vw, ${width}px` }),
  };
};
