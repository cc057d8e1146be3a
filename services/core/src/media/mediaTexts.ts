import { displayContent, displayExcerpt, displayTitle, excerptFromContent } from '@almanac/content';
import type { RestRequest } from '@almanac/rest';
import { fileAddress } from './mediaDetails.ts';
import { folderOf, isImage, type Medium } from './medium.ts';
import { sizeNames } from './renditions/sizes.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

interface Shown {
  readonly url: string;
  readonly width: number | undefined;
  readonly height: number | undefined;
}

/** The versions of a picture by width, the medium one first: what browsers choose from. */
const versionsOf = ({ file, sizes }: Medium, site: string): Shown[] => {
  const made = sizeNames.flatMap((name) => {
    const size = sizes[name];
    return size === undefined || name === 'thumbnail'
      ? []
      : [{ url: fileAddress(site, `${folderOf(file.path)}${size.file}`), width: size.width, height: size.height }];
  });
  return [...made, { url: fileAddress(site, file.path), width: file.width, height: file.height }];
};

const sourceSet = (versions: readonly Shown[], width: number): string =>
  versions.length < 2
    ? ''
    : ` srcset="${versions.map((each) => `${each.url} ${each.width}w`).join(', ')}" sizes="(max-width: ${width}px) 100vw, ${width}px"`;

const imageTag = (medium: Medium, site: string): string => {
  const versions = versionsOf(medium, site);
  const { url, width, height } = versions[0] as Shown;
  const sides = width === undefined || height === undefined ? '' : ` width="${width}" height="${height}"`;
  const lazy = sides === '' ? '' : ' loading="lazy"';
  const choice = width === undefined ? '' : sourceSet(versions, width);
  return `<img${lazy} decoding="async"${sides} src="${url}" class="attachment-medium size-medium" alt="${escaped(medium.alt)}"${choice} />`;
};

/** The link to the file that stands before a description: a picture in its medium size, or the title. */
const fileLink = (medium: Medium, site: string): string => {
  const shown = isImage(medium) ? imageTag(medium, site) : displayTitle(medium.title);
  return `<p class="attachment"><a href='${fileAddress(site, medium.file.path)}'>${shown}</a></p>\n`;
};

/** The members of a medium that are texts, in their order; what nobody asks for is not made (core-server.md §8). */
export const mediaTexts = (
  request: Pick<RestRequest, 'wants' | 'site'>,
  medium: Medium,
  { edits, embeds }: { readonly edits: boolean; readonly embeds: boolean },
) => {
  const raw = (text: string) => (edits ? { raw: text } : {});
  const made = (member: string, make: () => string): string => (request.wants(member) ? make() : '');
  const description = () => `${fileLink(medium, request.site)}${displayContent(medium.description)}`;
  return {
    ...(embeds
      ? {}
      : { description: { ...raw(medium.description), rendered: made('description.rendered', description) } }),
    caption: { ...raw(medium.caption), rendered: made('caption.rendered', () => captionOf(medium)) },
    alt_text: medium.alt,
  };
};

/** A blank caption shows what the page of the medium would begin with: of what is no picture the title (§7.4). */
const captionOf = (medium: Medium): string => {
  const { caption, description, title } = medium;
  const opening = isImage(medium) ? '' : `${title}\n\n`;
  return displayExcerpt(caption) || excerptFromContent(`${opening}${description}`);
};
