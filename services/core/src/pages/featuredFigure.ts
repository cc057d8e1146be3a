import { type Html, html } from '@almanac/pages';
import { type ImageFacts, pictureFacts } from '@almanac/text';
import { readableMedia } from '../media/mediaAccess.ts';
import { fileAddress } from '../media/mediaDetails.ts';
import type { Medium } from '../media/medium.ts';
import { mediaById } from '../media/readModels/mediaList.ts';
import { storedPicture } from '../media/storedPicture.ts';
import type { PageContext } from '../pageContext.ts';
import type { Post } from '../posts/post.ts';

/** A picture whose sides may be unknown. */
type FeaturedImage = Partial<ImageFacts> & Pick<ImageFacts, 'url'>;

type Featuring = Pick<Post, 'image'>;

/** Returns a picture in the given size, with the other sizes that browsers may choose. */
const pictured = (medium: Medium, size: 'large' | 'medium', { renderContext }: PageContext): FeaturedImage => {
  const picture = storedPicture(medium);
  const plain = { url: fileAddress(renderContext.baseUrl, medium.file.path), alt: medium.alt };
  if (picture === undefined) return plain;
  const { path: src, width } = picture.sizes[size] ?? picture.file;
  return pictureFacts(picture, renderContext.baseUrl, { src, width }) ?? plain;
};

/** Loads the pictures of posts by id, without those that the caller may not see. */
const readPictures = async (
  { core, request }: PageContext,
  posts: readonly Featuring[],
): Promise<Map<number, Medium>> => {
  const ids = posts.flatMap(({ image }) => (image === 0 ? [] : [image]));
  const found = ids.length === 0 ? [] : await mediaById(core.documents, ids);
  const readable = await readableMedia(core.documents, request.principal, found);
  return new Map(readable.map((medium) => [medium.id, medium]));
};

/** Returns the featured image of a post; undefined if there is none that the caller may see. */
export const featuredImage = async (context: PageContext, post: Featuring): Promise<FeaturedImage | undefined> => {
  const medium = (await readPictures(context, [post])).get(post.image);
  return medium && pictured(medium, 'large', context);
};

const imageElement = ({ url, alt = '', width, height, srcset, sizes }: FeaturedImage, isLazy: boolean): Html => {
  const measured = width !== undefined && height !== undefined && html` width="${width}" height="${height}"`;
  const choice = srcset !== undefined && html` srcset="${srcset}" sizes="${sizes}"`;
  return html`<img src="${url}" alt="${alt}"${measured}${choice}${isLazy && html` loading="lazy"`}>`;
};

/** Returns the featured image as an element of the page. */
export const featuredFigure = async (context: PageContext, post: Featuring): Promise<Html | undefined> => {
  const image = await featuredImage(context, post);
  return image && html`<figure>${imageElement(image, false)}</figure>\n`;
};

/** Loads pictures in medium size and returns a function from record to element. @param sizes the widths on pages */
export const pictures = async (
  context: PageContext,
  records: readonly Featuring[],
  sizes: string,
): Promise<(record: Featuring) => Html | undefined> => {
  const found = await readPictures(context, records);
  return ({ image }) => {
    const medium = found.get(image);
    return medium && imageElement({ ...pictured(medium, 'medium', context), alt: '', sizes }, true);
  };
};

/** Loads the pictures of listed posts and returns a function from post to element. */
export const thumbnails = async (
  context: PageContext,
  posts: readonly Post[],
): Promise<(post: Post) => Html | undefined> => {
  const open = posts.filter(({ password }) => password === '');
  const elementOf = await pictures(context, open, '9rem');
  return (post) => {
    const element = post.password === '' ? elementOf(post) : undefined;
    return element && html`<div class="thumb">${element}</div>`;
  };
};
