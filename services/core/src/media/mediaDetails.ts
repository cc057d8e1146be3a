import { folderOf, isImage, type Medium } from './medium.ts';
import { plannedSizes, sizeNames } from './renditions/sizes.ts';

/** Returns the address of a medium's file. */
export const fileAddress = (site: string, path: string): string => `${site}/uploads/${encodeURI(path)}`;

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * Returns the member `media_details` (docs/interface/core-media.md §5). Files other than pictures only have a size in
 * bytes.
 */
export const mediaDetails = (medium: Medium, site: string): object => {
  const { file, original, picture } = medium;
  const { width, height, filesize, path } = file;
  const sizes = sizesOf(medium, site);
  if (picture === null || width === undefined || height === undefined) return { filesize, sizes };
  return {
    width,
    height,
    file: path,
    filesize,
    sizes,
    image_meta: picture,
    ...(original === null ? {} : { original_image: original }),
  };
};

const sizesOf = ({ file, sizes, mimeType }: Medium, site: string): object => {
  const made = sizeNames.flatMap((name) => {
    const size = sizes[name];
    if (size === undefined) return [];
    const { file: named, width, height, filesize, mimeType: mime_type } = size;
    const source_url = fileAddress(site, `${folderOf(file.path)}${named}`);
    return [[name, { file: named, width, height, filesize, mime_type, source_url }] as const];
  });
  if (made.length === 0) return {};
  const { path, width, height } = file;
  const full = { file: nameOf(path), width, height, mime_type: mimeType, source_url: fileAddress(site, path) };
  return Object.fromEntries([...made, ['full', full] as const]);
};

/** Returns the member `missing_image_sizes`: the names of renditions that the picture lacks. */
export const missingSizes = ({ file: { width, height }, sizes, kind }: Medium): string[] => {
  if (!isImage({ kind }) || width === undefined || height === undefined) return [];
  return plannedSizes({ width, height }).flatMap(({ name }) => (sizes[name] === undefined ? [name] : []));
};
