import { type Html, html } from '@almanac/pages';
import { isReadable } from '../media/mediaAccess.ts';
import { fileAddress } from '../media/mediaDetails.ts';
import { folderOf, type Medium } from '../media/medium.ts';
import { mediumById } from '../media/readModels/mediaList.ts';
import type { PageContext } from '../pageContext.ts';
import type { Post } from '../posts/post.ts';

/** The version that a page has room for. */
const pictureFile = ({ file, sizes }: Medium) => {
  const { large } = sizes;
  return large === undefined ? file : { ...large, path: `${folderOf(file.path)}${large.file}` };
};

/** The featured image of a post; undefined where it has none, or a private one that the caller may not see. */
export const featuredFigure = async (
  { core, request, renderContext }: PageContext,
  { image }: Post,
): Promise<Html | undefined> => {
  const medium = image === 0 ? undefined : await mediumById(core.documents, image);
  if (medium === undefined || !isReadable(request.principal, medium, undefined)) return undefined;
  const { path, width, height } = pictureFile(medium);
  const size = width !== undefined && height !== undefined && html` width="${width}" height="${height}"`;
  return html`<figure><img src="${fileAddress(renderContext.baseUrl, path)}" alt="${medium.alt}"${size}></figure>\n`;
};
