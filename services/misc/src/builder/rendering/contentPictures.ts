import type { Documents } from '@almanac/documents';
import { type DisplayOptions, namedMedia, pictureFacts, type StoredPicture } from '@almanac/text';
import { type Embeddable, embeddables, type Medium, media } from '../../oembed/embeds/embeddable.ts';

/** The post that a text is of, as far as its pictures matter. */
export interface OwnPost {
  readonly id: number;
  /** The images that are attached to it, in the order of galleries. */
  readonly attached: readonly number[];
}

type File = Medium['file'];
type Pictured = File & { readonly width: number; readonly height: number };

const isPictured = (file: File): file is Pictured => file.width !== undefined && file.height !== undefined;

/** A medium as texts show it; undefined for what is no picture. */
const storedPicture = ({ file, sizes, alt }: Medium): StoredPicture | undefined => {
  if (!isPictured(file)) return undefined;
  const made = Object.entries(sizes).flatMap(([name, size]) => (isPictured(size) ? [[name, size] as const] : []));
  return { file, sizes: Object.fromEntries(made), alt };
};

/**
 * The pictures that a text names, from copies (docs/interface/texts.md §6). Whoever writes an address knows it already; a
 * gallery reveals addresses, so it has only what everybody may see, and what is attached to the text's own post.
 * @param site `{base_url}`
 */
export const contentPictures = async (
  documents: Documents,
  { text, site, post }: { readonly text: string; readonly site: string; readonly post: OwnPost | undefined },
): Promise<Pick<DisplayOptions, 'image' | 'attached'>> => {
  const named = namedMedia(text);
  const attached = named.attached ? (post?.attached ?? []) : [];
  const ids = [...new Set([...named.ids, ...attached])];
  if (ids.length === 0) return {};
  const found = await documents.getMany<Medium>(media, ids);
  const isPublic = await publicOnes(documents, found);
  const known = new Map(found.map((medium) => [medium.id, medium]));
  return {
    attached,
    image: (id, written) => {
      const medium = known.get(id);
      if (medium === undefined) return undefined;
      const isOwn = medium.parent === post?.id && medium.status === 'inherit';
      const picture = written !== undefined || isOwn || isPublic(medium) ? storedPicture(medium) : undefined;
      return picture && pictureFacts(picture, site, written);
    },
  };
};

/** Says which media everybody may see: those whose post is public, or that have none. */
const publicOnes = async (documents: Documents, found: readonly Medium[]): Promise<(medium: Medium) => boolean> => {
  const owners = await documents.getMany<Embeddable>(embeddables, [...new Set(found.map(({ parent }) => parent))]);
  const hidden = new Set(owners.filter(({ status }) => status !== 'publish').map(({ id }) => id));
  return ({ status, parent }) => status === 'inherit' && !hidden.has(parent);
};
