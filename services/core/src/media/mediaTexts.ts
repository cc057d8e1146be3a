import { type RestRequest, waitForTurn } from '@almanac/rest';
import { displayContent, displayExcerpt, displayTitle, excerptFromContent, pictureFacts } from '@almanac/text';
import type { ContentImages } from '../ports.ts';
import { fileAddress } from './mediaDetails.ts';
import { isImage, type Medium } from './medium.ts';
import { storedPicture } from './storedPicture.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const imageTag = (medium: Medium, site: string): string => {
  const picture = storedPicture(medium);
  const facts = picture && pictureFacts(picture, site);
  const from = `class="attachment-medium size-medium" alt="${escaped(medium.alt)}"`;
  if (facts === undefined) return `<img decoding="async" src="${fileAddress(site, medium.file.path)}" ${from} />`;
  const { url, width, height, srcset, sizes } = facts;
  const choice = srcset === undefined ? '' : ` srcset="${srcset}" sizes="${sizes}"`;
  return `<img loading="lazy" decoding="async" width="${width}" height="${height}" src="${url}" ${from}${choice} />`;
};

/** Returns the link to the file before a description: a picture in its medium size, or the title. */
const fileLink = (medium: Medium, site: string): string => {
  const shown = isImage(medium) ? imageTag(medium, site) : displayTitle(medium.title);
  return `<p class="attachment"><a href='${fileAddress(site, medium.file.path)}'>${shown}</a></p>\n`;
};

/** Returns the text members of a medium, in order. It renders only requested members (docs/interface/server.md §8). */
export const mediaTexts = async (
  request: Pick<RestRequest, 'wants' | 'site'>,
  medium: Medium,
  { edits, embeds, images }: { readonly edits: boolean; readonly embeds: boolean; readonly images: ContentImages },
) => {
  const raw = (text: string) => (edits ? { raw: text } : {});
  const made = async (member: string, make: () => string): Promise<string> => {
    if (!request.wants(member)) return '';
    await waitForTurn(medium.description.length + medium.caption.length);
    return make();
  };
  const description = () =>
    `${fileLink(medium, request.site)}${displayContent(medium.description, images(medium.description, 0))}`;
  return {
    ...(embeds
      ? {}
      : { description: { ...raw(medium.description), rendered: await made('description.rendered', description) } }),
    caption: { ...raw(medium.caption), rendered: await made('caption.rendered', () => captionOf(medium, images)) },
    alt_text: medium.alt,
  };
};

/**
 * Renders the caption. An empty one shows the beginning of the medium's page, which starts with the title unless the
 * medium is a picture (docs/interface/core-media.md §4).
 */
const captionOf = (medium: Medium, images: ContentImages): string => {
  const { caption, description, title } = medium;
  const opening = isImage(medium) ? '' : `${title}\n\n`;
  return displayExcerpt(caption, images(caption, 0)) || excerptFromContent(`${opening}${description}`);
};
