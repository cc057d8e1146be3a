import { escapeAttribute } from './escapeAttribute.ts';
import { tagAttributes } from './tagAttributes.ts';

/** Facts about a stored image, for tags that name it by the class `core-image-{id}` or `wp-image-{id}`. */
export interface ImageFacts {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly srcset?: string;
  readonly sizes?: string;
  readonly alt?: string;
}

/** An image tag as written. */
export interface WrittenImage {
  readonly src: string;
  /** In pixels. */
  readonly width: number | undefined;
}

/** Returns a stored image by its id. A tag shows a version of it; without a tag it is for a gallery. */
export type ImageLookup = (id: number, written?: WrittenImage) => ImageFacts | undefined;

/** Returns an attribute of a tag with a space before it; nothing for an undefined value. */
export const attribute = (name: string, value: string | number | undefined): string =>
  value === undefined ? '' : ` ${name}="${escapeAttribute(String(value))}"`;

const writtenImage = (attributes: ReadonlyMap<string, string>): WrittenImage => {
  const width = Number.parseInt(attributes.get('width') ?? '', 10);
  return { src: attributes.get('src') ?? '', width: width > 0 ? width : undefined };
};

const withFacts = (source: string, lookup: ImageLookup | undefined): string => {
  const id = /\b(?:core|wp)-image-(\d{1,15})\b/.exec(source)?.[1];
  if (id === undefined || lookup === undefined) return source;
  const attributes = new Map(tagAttributes(source).map(({ name, value = '' }) => [name.toLowerCase(), value]));
  const image = lookup(Number(id), writtenImage(attributes));
  if (image === undefined) return source;
  const size =
    attributes.has('width') || attributes.has('height')
      ? ''
      : attribute('width', image.width) + attribute('height', image.height);
  if (attributes.has('srcset') || image.srcset === undefined) return size + source;
  const body = source.replace(/\/$/, '').trimEnd();
  const versions = attribute('srcset', image.srcset) + attribute('sizes', image.sizes);
  return `${size}${body}${versions}${source.slice(body.length)}`;
};

/** Returns `loading` and `decoding` for elements that may load late. */
const hints = (name: string, source: string): string => {
  const names = new Set(tagAttributes(source).map((found) => found.name.toLowerCase()));
  const isLazy = names.has('width') && names.has('height') && !names.has('loading');
  const isAsync = name.toLowerCase() === 'img' && !names.has('decoding');
  return `${isLazy ? ' loading="lazy"' : ''}${isAsync ? ' decoding="async"' : ''}`;
};

/** Adds the attributes of displayed images and frames (docs/interface/texts.md §6). */
export const imageAttributes = (html: string, lookup?: ImageLookup): string => {
  if (!/<i(?:mg|frame)\s/i.test(html)) return html;
  const end = html.lastIndexOf('>') + 1;
  const changed = html.slice(0, end).replace(/<(img|iframe)(?=\s)([^>]+)>/gi, (_, name: string, source: string) => {
    const known = name.toLowerCase() === 'img' ? withFacts(source, lookup) : source;
    return `<${name}${hints(name, known)}${known}>`;
  });
  return changed + html.slice(end);
};
