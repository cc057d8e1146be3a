import { escapeAttribute } from './escapeAttribute.ts';
import { galleryHtml, galleryIds } from './gallery.ts';
import type { ImageLookup } from './images.ts';
import { safeAddress } from './safeAddress.ts';
import { replaceShortCodes, type ShortCode } from './shortCodes.ts';
import { trimmed } from './trimmed.ts';

const attributeOf = ({ attributes }: ShortCode, name: string): string | undefined =>
  attributes.find((attribute) => attribute.name.toLowerCase() === name)?.value;

const address = (text: string): string => escapeAttribute(safeAddress(trimmed(text)));

/** Splits a caption into its image, with the link around it, and the text after it. */
const captionParts = (content: string): { image: string; text: string } => {
  const start = content.search(/<img\s/i);
  const end = start === -1 ? -1 : content.indexOf('>', start);
  if (end === -1) return { image: content, text: '' };
  const before = content.slice(0, start).trimEnd();
  const link = /^a\s[^<>]+>$/i.test(before.slice(before.lastIndexOf('<') + 1)) ? before.lastIndexOf('<') : start;
  const closing = /^\s*<\/a>/i.exec(content.slice(end + 1, end + 100))?.[0].length ?? 0;
  return { image: content.slice(link, end + 1 + closing), text: trimmed(content.slice(end + 1 + closing)) };
};

const caption = (code: ShortCode, run: (text: string) => string): string => {
  const { image, text: following } = captionParts(code.content ?? '');
  const text = attributeOf(code, 'caption') ?? following;
  const width = Number.parseInt(attributeOf(code, 'width') ?? '', 10);
  if (!(width >= 1) || text === '') return run(image);
  const id = attributeOf(code, 'id')?.replace(/[^\w-]/g, '');
  const align = attributeOf(code, 'align')?.replace(/[^\w-]/g, '') || 'alignnone';
  return (
    `<div ${id ? `id="${id}" ` : ''}style="width: ${width + 10}px" class="core-caption ${align}">${run(image)}` +
    `<p class="core-caption-text">${text}</p></div>`
  );
};

/** The media that short codes may show. */
interface ShortCodeMedia {
  readonly image?: ImageLookup | undefined;
  /** The images attached to the text's record, for galleries that name none. */
  readonly attached?: readonly number[] | undefined;
}

const SOURCES = ['src', 'mp3', 'ogg', 'flac', 'm4a', 'wav', 'mp4', 'm4v', 'webm', 'ogv', 'flv'];

const player = (code: ShortCode): string => {
  const source = SOURCES.map((name) => attributeOf(code, name)).find((value) => value !== undefined && value !== '');
  if (source === undefined) return '';
  const src = address(source);
  const link = `<a href="${src}">${src}</a>`;
  return `<${code.name} class="core-${code.name}" preload="metadata" controls="controls" src="${src}">${link}</${code.name}>`;
};

const embed = (code: ShortCode): string => {
  const href = address(code.content ?? attributeOf(code, 'src') ?? '');
  return href === '' ? '' : `<a href="${href}">${href}</a>`;
};

/** Maximum number of images in all galleries of a text; a gallery without names repeats the same ones. */
const MAX_GALLERY_IMAGES = 500;

/** Runs the known short codes of a text (docs/interface/texts.md §6). */
export const runShortCodes = (html: string, { image, attached = [] }: ShortCodeMedia = {}): string => {
  let room = MAX_GALLERY_IMAGES;
  const gallery = ({ attributes }: ShortCode): string => {
    const ids = (galleryIds(attributes) ?? attached).slice(0, room);
    room -= ids.length;
    return galleryHtml(ids, image);
  };
  const run = (text: string): string =>
    replaceShortCodes(text, (code) => {
      if (code.name === 'caption' || code.name === 'core_caption') return caption(code, run);
      if (code.name === 'gallery') return gallery(code);
      if (code.name === 'audio' || code.name === 'video') return player(code);
      return code.name === 'embed' ? embed(code) : '';
    });
  return run(html);
};
