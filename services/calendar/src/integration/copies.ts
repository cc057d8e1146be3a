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
  dropCopy,
  guardOf,
  mergeCopy,
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
  if (tagDeleted.is(delivery)) return dropCopy(documents, tagCopies, delivery);
  if (userDeleted.is(delivery)) return dropCopy(documents, userCopies, delivery);
  if (coreErased.is(delivery) && delivery.data.kind === 'user') return dropCopy(documents, userCopies, delivery);
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
      if (mediaDeleted.is(delivery)) return dropCopy(copied, mediaCopies, delivery);
      if (postChanged.is(delivery)) return copyPost(copied, delivery);
      if (postDeleted.is(delivery)) return dropCopy(copied, postCopies, delivery);
    },
  });

/** A delivery of an event that carries the changed facts. */
type CopyDelivery<Facts> = Delivery & {
  readonly data: { readonly [Name in keyof Facts]?: Facts[Name] | undefined } & { readonly id: number };
};

type Nullable<Facts> = { readonly [Name in keyof Facts]: Facts[Name] | null };

/** Stores the calendar's copy of a tag, unless it has a newer one. @throws IncompleteCopyError */
export const copyTag = (documents: CopiedDocuments, delivery: CopyDelivery<TagFacts>): Promise<void> =>
  mergeCopy<TagCopy>(documents, tagCopies, delivery, (known) => {
    const { id, name, slug, description = '', language, group = null, source } = { ...known, ...delivery.data };
    if (name === undefined || slug === undefined || language === undefined) return undefined;
    return tagCopy({ id, name, slug, description, language, group, source }, guardOf(delivery));
  });

/** Updates the copy of a user; drops it if the name is null, since the user was erased. */
const copyUser = async (documents: CopiedDocuments, delivery: CopyDelivery<Nullable<UserFacts>>): Promise<void> => {
  const { id, name, slug } = delivery.data;
  if (name === null || slug === null) return dropCopy(documents, userCopies, delivery);
  const known = (await documents.get<UserFacts>(userCopies, id))?.body ?? { name: '', slug: '' };
  await documents.write([
    { collection: userCopies, id, version: guardOf(delivery), body: { ...known, ...delivery.data } },
  ]);
};

const copyMedium = (documents: CopiedDocuments, delivery: CopyDelivery<MediaFacts>): Promise<void> =>
  mergeCopy<MediumCopy>(documents, mediaCopies, delivery, (known) => {
    const facts = { ...known, ...delivery.data };
    const { id, file, sizes = {}, alt = '', status = 'inherit', author = 0, parent = 0 } = facts;
    return file && mediumCopy({ id, file, sizes, alt, status, author, parent });
  });

const copyPost = (documents: CopiedDocuments, delivery: CopyDelivery<PostFacts>): Promise<void> =>
  mergeCopy<PostCopy>(documents, postCopies, delivery, (known) => {
    const { id, author = 0, status } = { ...known, ...delivery.data };
    if (status === undefined) return undefined;
    const before = known?.status === 'trash' ? known.statusBeforeTrash : known?.status;
    const statusBeforeTrash = status === 'trash' ? before : undefined;
    return { id, author, status, ...(statusBeforeTrash !== undefined && { statusBeforeTrash }) };
  });
