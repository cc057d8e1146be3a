import type { StoredPicture } from '@almanac/text';
import { fileAddress } from './mediaDetails.ts';
import { folderOf, type Medium, originalPath } from './medium.ts';
import { sizeNames } from './renditions/sizes.ts';

/** Returns a medium in the form in which texts show pictures; undefined without sides. */
export const storedPicture = (medium: Medium): StoredPicture | undefined => {
  const { file, sizes, alt } = medium;
  const { width, height } = file;
  if (width === undefined || height === undefined) return undefined;
  const path = (name: string): string => fileAddress('', `${folderOf(file.path)}${name}`);
  const made = sizeNames.flatMap((name) => {
    const size = sizes[name];
    return size === undefined
      ? []
      : [[name, { path: path(size.file), width: size.width, height: size.height }] as const];
  });
  return {
    file: { path: fileAddress('', file.path), width, height },
    original: fileAddress('', originalPath(medium)),
    sizes: Object.fromEntries(made),
    alt,
  };
};
