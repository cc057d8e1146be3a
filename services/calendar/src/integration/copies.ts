import {
  coreErased,
  type MediaFacts,
  mediaChanged,
  mediaDeleted,
  type PostFacts,
  postChanged,
  postDeleted,
  type TagFacts,
  tagChanged,
  tagDeleted,
  type UserFacts,
  userChanged,
  userDeleted,
} from '@almanac/contracts';
import type { Collection, Documents } from '@almanac/documents';
import {
  type CopiedDocuments,
  type CopySubscription,
  copySubscription,
  type Delivery,
  guardOf,
  IncompleteCopyError,
  type Subscription,
} from '@almanac/messaging';
import { userCopies } from '../content-items/authors.ts';
import { type MediumCopy, mediaCopies, mediumCopy, type PostCopy, postCopies } from '../images/images.ts';
import { type TagCopy, tagCopies, tagCopy } from '../terms/tagCopies.ts';

/** Collections that are built from core's events. */
export const copiedCollections: readonly Collection[] = [tagCopies, userCopies, mediaCopies, postCopies];

/**
 * Keeps the calendar's copies of core's tags and users, each guarded by the position of the event from which it was
 * made.
 */
export const copies = (documents: Documents): Subscription =>
  copySubscription({
    name: 'calendar.copies',
    sources: ['core'],
    takes: [tagChanged, tagDeleted, userChanged, userDeleted, coreErased],
    documents,
    handle: copy,
  });

const copy: CopySubscription['handle'] = async (delivery, documents) => {
  if (tagChanged.is(delivery)) return copyTag(documents, delivery);
  if (userChanged.is(delivery)) return copyUser(documents, delivery);
  if (tagDeleted.is(delivery)) return drop(documents, tagCopies, delivery);
  if (userDeleted.is(delivery)) return drop(documents, userCopies, delivery);
  if (coreErased.is(delivery) && delivery.data.kind === 'user') return drop(documents, userCopies, delivery);
};

/**
 * Keeps the calendar's copies of core's media, and of the rights on the posts that they are attached to. A subscription
 * of its own, so that it reads everything that core has published.
 */
export const imageCopies = (documents: Documents): Subscription =>
  copySubscription({
    name: 'calendar.images',
    sources: ['core'],
    takes: [mediaChanged, mediaDeleted, postChanged, postDeleted],
    documents,
    handle: async (delivery, copied) => {
      if (mediaChanged.is(delivery)) return copyMedium(copied, delivery);
      if (mediaDeleted.is(delivery)) return drop(copied, mediaCopies, delivery);
      if (postChanged.is(delivery)) return copyPost(copied, delivery);
      if (postDeleted.is(delivery)) return drop(copied, postCopies, delivery);
    },
  });

/** A delivery of an event that carries the changed facts. */
type CopyDelivery<Facts> = Delivery & {
  readonly data: { readonly [Name in keyof Facts]?: Facts[Name] | undefined } & { readonly id: number };
};

type Nullable<Facts> = { readonly [Name in keyof Facts]: Facts[Name] | null };

/** Stores the calendar's copy of a tag, unless it has a newer one. @throws IncompleteCopyError */
export const copyTag = async (documents: CopiedDocuments, delivery: CopyDelivery<TagFacts>): Promise<void> => {
  const { id } = delivery.data;
  const copy = await documents.get<TagCopy>(tagCopies, id);
  if (copy !== undefined && copy.version >= guardOf(delivery)) return;
  const known = copy?.body;
  const { name, slug, description, language, group, source } = { ...known, ...delivery.data };
  if (name === undefined || slug === undefined || language === undefined) throw new IncompleteCopyError(delivery);
  const version = guardOf(delivery);
  const facts = { id, name, slug, description: description ?? '', language, group: group ?? null, source };
  await documents.write([{ collection: tagCopies, id, version, body: tagCopy(facts, version) }]);
};

/** Updates the copy of a user; drops it if the name is null, since the user was erased. */
const copyUser = async (documents: CopiedDocuments, delivery: CopyDelivery<Nullable<UserFacts>>): Promise<void> => {
  const { id, name, slug } = delivery.data;
  if (name === null || slug === null) return drop(documents, userCopies, delivery);
  const known = (await documents.get<UserFacts>(userCopies, id))?.body ?? { name: '', slug: '' };
  await documents.write([
    { collection: userCopies, id, version: guardOf(delivery), body: { ...known, ...delivery.data } },
  ]);
};

const copyMedium = async (documents: CopiedDocuments, delivery: CopyDelivery<MediaFacts>): Promise<void> => {
  const { id } = delivery.data;
  const copy = await documents.get<MediumCopy>(mediaCopies, id);
  const version = guardOf(delivery);
  if (copy !== undefined && copy.version >= version) return;
  const facts = { ...copy?.body, ...delivery.data };
  const { file, sizes = {}, alt = '', status = 'inherit', author = 0, parent = 0 } = facts;
  if (file === undefined) throw new IncompleteCopyError(delivery);
  const body = mediumCopy({ id, file, sizes, alt, status, author, parent });
  await documents.write([{ collection: mediaCopies, id, version, body }]);
};

const copyPost = async (documents: CopiedDocuments, delivery: CopyDelivery<PostFacts>): Promise<void> => {
  const { id } = delivery.data;
  const copy = await documents.get<PostCopy>(postCopies, id);
  const version = guardOf(delivery);
  if (copy !== undefined && copy.version >= version) return;
  const known = copy?.body;
  const { author = 0, status } = { ...known, ...delivery.data };
  if (status === undefined) throw new IncompleteCopyError(delivery);
  const before = known?.status === 'trash' ? known.statusBeforeTrash : known?.status;
  const statusBeforeTrash = status === 'trash' ? before : undefined;
  const body: PostCopy = { id, author, status, ...(statusBeforeTrash !== undefined && { statusBeforeTrash }) };
  await documents.write([{ collection: postCopies, id, version, body }]);
};

const drop = async (
  documents: CopiedDocuments,
  collection: Collection,
  delivery: Delivery & { readonly data: { readonly id: number } },
): Promise<void> => documents.write([{ collection, id: delivery.data.id, version: guardOf(delivery), body: null }]);
