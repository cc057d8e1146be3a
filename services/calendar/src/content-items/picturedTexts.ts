import type { Documents } from '@almanac/documents';
import { anonymous } from '@almanac/identity';
import {
  type DisplayOptions,
  displayContent,
  displayExcerpt,
  type NamedMedia,
  namedMedia,
  pictureFacts,
  rememberText,
  type StoredPicture,
} from '@almanac/text';
import { type MediumCopy, mediaCopies, readableMedia } from '../images/images.ts';
import type { ItemFields } from './contentItem.ts';
import { renderedContent, renderedContentWith, renderedExcerptWith } from './renderedTexts.ts';

type Texts = Pick<ItemFields, 'content' | 'excerpt'>;

/** The displayed texts of records, with the pictures that they name. */
export interface PicturedTexts {
  content(record: Texts): string;
  /** Returns both texts after the display filters, with their final line break. */
  displayed(record: Texts): Texts;
  /** Returns `description` and `excerpt` if they name pictures; other texts are displayed without this. */
  members(record: Texts): { readonly description?: string; readonly excerpt?: string };
}

const plainContent = rememberText((stored) => displayContent(stored));
const plainExcerpt = rememberText((stored) => displayExcerpt(stored));

const namesMedia = ({ ids }: NamedMedia): boolean => ids.length > 0;

/**
 * Finds all pictures that the texts of records name, at once (docs/interface/texts.md §6). Records of the calendar have
 * no attached media; galleries show only media that everybody may see.
 */
export const picturedTexts = async (
  documents: Documents,
  records: readonly Texts[],
  site: string,
): Promise<PicturedTexts> => {
  const ids = new Set(
    records.flatMap(({ content, excerpt }) => [content, excerpt].flatMap((text) => namedMedia(text).ids)),
  );
  const found = ids.size === 0 ? [] : await documents.getMany<MediumCopy>(mediaCopies, [...ids]);
  const known = new Map(found.map((medium) => [medium.id, medium]));
  const publicMedia = new Set(await readableMedia(documents, anonymous, found));
  const options: DisplayOptions = {
    image: (id, written) => {
      const medium = known.get(id);
      const isVisible = medium !== undefined && (written !== undefined || publicMedia.has(medium));
      const picture = isVisible ? storedPicture(medium) : undefined;
      return picture && pictureFacts(picture, site, written);
    },
  };
  return {
    displayed: ({ content, excerpt }) => ({
      content: namesMedia(namedMedia(content)) ? displayContent(content, options) : plainContent(content),
      excerpt: namesMedia(namedMedia(excerpt)) ? displayExcerpt(excerpt, options) : plainExcerpt(excerpt),
    }),
    content: ({ content }) =>
      namesMedia(namedMedia(content)) ? renderedContentWith(content, options) : renderedContent(content),
    members: ({ content, excerpt }) => ({
      ...(namesMedia(namedMedia(content)) && { description: renderedContentWith(content, options) }),
      ...(namesMedia(namedMedia(excerpt)) && { excerpt: renderedExcerptWith(excerpt, options) }),
    }),
  };
};

const storedPicture = ({ file, sizes, alt }: MediumCopy): StoredPicture | undefined => {
  const used = sidesOf(file);
  if (used === undefined || !file.mimeType.startsWith('image/')) return undefined;
  const smaller = Object.entries(sizes).flatMap(([name, size]) => {
    const version = sidesOf(size);
    return version === undefined ? [] : [[name, version] as const];
  });
  return { file: used, sizes: Object.fromEntries(smaller), alt };
};

const sidesOf = ({ path, width, height }: MediumCopy['file']) =>
  width === undefined || height === undefined ? undefined : { path, width, height };
