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
export const featuredImage = async ({ core, request, renderContext }: PageContext, { image }: Pick<Post, 'image'>) => {
  const medium = image === 0 ? undefined : await mediumById(core.documents, image);
  if (medium === undefined || !isReadable(request.principal, medium, undefined)) return undefined;
  const { path, width, height } = pictureFile(medium);
  const measured = width !== undefined && height !== undefined && { width, height };
  return { url: fileAddress(renderContext.baseUrl, path), alt: medium.alt, ...measured };
};

/** The same as an element of the page. */
export const featuredFigure = async (context: PageContext, post: Pick<Post, 'image'>): Promise<Html | undefined> => {
  const image = await featuredImage(context, post);
  if (image === undefined) return undefined;
  const { url, alt, width, height } = { width: undefined, height: undefined, ...image };
  const size = width !== undefined && height !== undefined && html` width="${width}" height="${height}"`;
  return html`<figure><img src="${url}" alt="${alt}"${size}></figure>\n`;
};
