import type { Documents } from '@almanac/documents';
import { type NamedMedia, namedMedia, type TextPicture } from '@almanac/text';
import type { ContentImages, ItemTexts } from '../ports.ts';
import { isPublic, parentsOf } from './mediaAccess.ts';
import { isImage, type Medium, media } from './medium.ts';
import { mediaById } from './readModels/mediaList.ts';
import { storedPicture } from './storedPicture.ts';

/** Maximum number of attached images read for the records of an answer. */
const MAX_ATTACHED_IMAGES = 1_000;

const namesMedia = ({ ids, attached }: NamedMedia): boolean => ids.length > 0 || attached;

/** Loads the pictures of all texts at once (docs/interface/texts.md §6). */
export const contentImages = async (
  documents: Documents,
  site: string,
  items: readonly ItemTexts[],
): Promise<ContentImages> => {
  const named = items.map(({ id, texts }) => ({ id, media: texts.map(namedMedia).filter(namesMedia) }));
  if (named.every((each) => each.media.length === 0)) return () => undefined;
  const ids = named.flatMap((each) => each.media.flatMap((one) => one.ids));
  const owners = named.filter((each) => each.media.some((one) => one.attached)).map(({ id }) => id);
  const [byId, attached] = await Promise.all([mediaById(documents, ids), attachedTo(documents, owners)]);
  const known = new Map([...byId, ...attached].filter(isImage).map((medium) => [medium.id, medium]));
  const parents = await parentsOf(documents, [...known.values()]);
  const attachedIds = Map.groupBy(attached, ({ parent }) => parent);

  const pictureOf = (owner: number, id: number): readonly [number, TextPicture][] => {
    const medium = known.get(id);
    const picture = medium && storedPicture(medium);
    if (medium === undefined || picture === undefined) return [];
    // an address in a text is no secret. A gallery reveals addresses, so it shows only public pictures and the record's
    // own
    const inGalleries = isOwn(medium, owner) || isPublic(medium, parents.get(medium.parent));
    return [[id, { ...picture, inGalleries }]];
  };

  return (text, owner) => {
    const { ids: written, attached: showsAttached } = namedMedia(text);
    if (written.length === 0 && !showsAttached) return undefined;
    const own = showsAttached ? (attachedIds.get(owner) ?? []).map(({ id }) => id) : [];
    const pictures = Object.fromEntries([...new Set([...written, ...own])].flatMap((id) => pictureOf(owner, id)));
    return { media: { site, pictures, attached: own } };
  };
};

const isOwn = ({ parent, status }: Medium, owner: number): boolean =>
  parent === owner && owner !== 0 && status === 'inherit';

/** Returns the images attached to posts, in the order of galleries. */
export const attachedTo = async (documents: Documents, owners: readonly number[]): Promise<Medium[]> => {
  const ids = owners.filter((id) => id !== 0);
  if (ids.length === 0) return [];
  return documents.find<Medium>(media, {
    filter: {
      all: [
        { field: 'parent', in: ids },
        { field: 'kind', equals: 'image' },
      ],
    },
    order: [
      { field: 'date', direction: 'asc' },
      { field: 'id', direction: 'asc' },
    ],
    limit: MAX_ATTACHED_IMAGES,
  });
};
