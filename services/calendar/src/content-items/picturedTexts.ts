import type { Documents } from '@almanac/documents';
import { anonymous } from '@almanac/identity';
import {
  type DisplayOptions,
  displayContent,
  displayExcerpt,
  namedMedia,
  rememberText,
  type StoredPicture,
  type TextPicture,
} from '@almanac/text';
import { type MediumCopy, mediaCopies, readableMedia } from '../images/images.ts';
import type { ItemFields } from './contentItem.ts';
import {
  areLongTexts,
  prepareTexts,
  renderedContent,
  renderedContentWith,
  renderedExcerptWith,
} from './renderedTexts.ts';

type Texts = Pick<ItemFields, 'content' | 'excerpt'>;

/** The displayed texts of records, with the pictures that they name. */
export interface PicturedTexts {
  /** Prepares the texts of a record as `prepareTexts` does, with their pictures. */
  prepare(record: Texts): Promise<void>;
  content(record: Texts): string;
  /** Returns both texts after the display filters, with their final line break. */
  displayed(record: Texts): Texts;
  /** Returns `description` and `excerpt` if they name pictures; other texts are displayed without this. */
  members(record: Texts): { readonly description?: string; readonly excerpt?: string };
}

const plainContent = rememberText((stored) => displayContent(stored));
const plainExcerpt = rememberText((stored) => displayExcerpt(stored));

/**
 * Finds all pictures that the texts of records name, at once (docs/interface/texts.md §6). Records of the calendar have
 * no attached media; galleries show only media that everybody may see.
 */
export const picturedTexts = async (
  documents: Documents,
  records: readonly Texts[],
  site: string,
): Promise<PicturedTexts> => {
  const idsIn = new Map(
    records.flatMap(({ content, excerpt }) => [content, excerpt].map((text) => [text, namedMedia(text).ids] as const)),
  );
  const ids = new Set([...idsIn.values()].flat());
  const found = ids.size === 0 ? [] : await documents.getMany<MediumCopy>(mediaCopies, [...ids]);
  const publicMedia = new Set(await readableMedia(documents, anonymous, found));
  const pictures = new Map(
    found.flatMap((medium): readonly [number, TextPicture][] => {
      const picture = storedPicture(medium);
      return picture === undefined ? [] : [[medium.id, { ...picture, inGalleries: publicMedia.has(medium) }]];
    }),
  );
  /** Returns the pictures that a text names; undefined if it names no media. */
  const optionsOf = (text: string): DisplayOptions | undefined => {
    const named = idsIn.get(text) ?? [];
    if (named.length === 0) return undefined;
    const own = named.flatMap((id) => {
      const picture = pictures.get(id);
      return picture === undefined ? [] : [[id, picture] as const];
    });
    return { media: { site, pictures: Object.fromEntries(own) } };
  };
  const pictured = (text: string, render: (stored: string, options: DisplayOptions) => string): string | undefined => {
    const options = optionsOf(text);
    return options && render(text, options);
  };
  return {
    prepare: async (record) => {
      if (!areLongTexts(record)) return;
      await prepareTexts(record);
      await displayContent.prepare(record.content, optionsOf(record.content));
      await displayExcerpt.prepare(record.excerpt, optionsOf(record.excerpt));
    },
    displayed: ({ content, excerpt }) => ({
      content: pictured(content, displayContent) ?? plainContent(content),
      excerpt: pictured(excerpt, displayExcerpt) ?? plainExcerpt(excerpt),
    }),
    content: ({ content }) => pictured(content, renderedContentWith) ?? renderedContent(content),
    members: (record) => {
      const description = pictured(record.content, renderedContentWith);
      const excerpt = pictured(record.excerpt, renderedExcerptWith);
      return { ...(description !== undefined && { description }), ...(excerpt !== undefined && { excerpt }) };
    },
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
