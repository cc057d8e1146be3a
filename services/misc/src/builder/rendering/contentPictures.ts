import type { Documents } from '@almanac/documents';
import { type DisplayOptions, namedMedia, type StoredPicture, type TextPicture } from '@almanac/text';
import { type Embeddable, embeddables, type Medium, media } from '../../oembed/embeds/embeddable.ts';

/** The post of a text, with the data that its pictures need. */
export interface OwnPost {
  readonly id: number;
  /** Ids of the images attached to it, in the order of galleries. */
  readonly attached: readonly number[];
}

type File = Medium['file'];
type ImageFile = File & { readonly width: number; readonly height: number };

const isPictured = (file: File): file is ImageFile => file.width !== undefined && file.height !== undefined;

/** Returns a medium in the form in which texts show pictures; undefined without sides. */
const storedPicture = ({ file, sizes, alt }: Medium): StoredPicture | undefined => {
  if (!isPictured(file)) return undefined;
  const made = Object.entries(sizes).flatMap(([name, size]) => (isPictured(size) ? [[name, size] as const] : []));
  return { file, sizes: Object.fromEntries(made), alt };
};

/**
 * Returns the pictures that a text names, from copies (docs/interface/texts.md §6). An address in a text is no secret.
 * A gallery reveals addresses, so it shows only public media and those attached to the text's own post.
 * @param site `{base_url}`
 */
export const contentPictures = async (
  documents: Documents,
  { text, site, post }: { readonly text: string; readonly site: string; readonly post: OwnPost | undefined },
): Promise<Pick<DisplayOptions, 'media'>> => {
  const named = namedMedia(text);
  const attached = named.attached ? (post?.attached ?? []) : [];
  const ids = [...new Set([...named.ids, ...attached])];
  if (ids.length === 0) return {};
  const found = await documents.getMany<Medium>(media, ids);
  const isPublic = await publicOnes(documents, found);
  const pictures = found.flatMap((medium): readonly [number, TextPicture][] => {
    const picture = storedPicture(medium);
    const isOwn = medium.parent === post?.id && medium.status === 'inherit';
    return picture === undefined ? [] : [[medium.id, { ...picture, inGalleries: isOwn || isPublic(medium) }]];
  });
  return { media: { site, pictures: Object.fromEntries(pictures), attached } };
};

/** Returns a function that is true for public media: those without a parent, or whose post is published. */
const publicOnes = async (documents: Documents, found: readonly Medium[]): Promise<(medium: Medium) => boolean> => {
  const owners = await documents.getMany<Embeddable>(embeddables, [...new Set(found.map(({ parent }) => parent))]);
  const hidden = new Set(owners.filter(({ status }) => status !== 'publish').map(({ id }) => id));
  return ({ status, parent }) => status === 'inherit' && !hidden.has(parent);
};
