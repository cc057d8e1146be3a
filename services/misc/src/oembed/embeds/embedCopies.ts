import {
  calendarErased,
  coreErased,
  eventChanged,
  eventDeleted,
  eventTrashed,
  mediaChanged,
  mediaDeleted,
  organizerChanged,
  organizerDeleted,
  organizerTrashed,
  postChanged,
  postDeleted,
  type ServiceName,
  userChanged,
  userDeleted,
  venueChanged,
  venueDeleted,
  venueTrashed,
} from '@almanac/contracts';
import type { Collection, Documents } from '@almanac/documents';
import {
  type CopiedDocuments,
  copySubscription,
  type Delivery,
  dropCopy,
  mergeCopy,
  type Subscription,
} from '@almanac/messaging';
import {
  type Author,
  authors,
  type Embeddable,
  embeddables,
  type Medium,
  media,
  type RecordFacts,
} from './embeddable.ts';
import { pageOf } from './siteAddress.ts';

/** Services whose events update the copies that resolve addresses. */
export const EMBED_SOURCES: readonly ServiceName[] = ['core', 'calendar'];

type Changes<Facts> = { readonly [Name in keyof Facts]?: Facts[Name] | undefined };
type About<Data> = Delivery & { readonly data: Data & { readonly id: number } };

/**
 * Updates the copies that resolve addresses, from events of core and calendar. The position of the event guards each
 * document against older events.
 */
export const embedCopies = (documents: Documents): Subscription =>
  copySubscription({
    name: 'misc.embeds',
    sources: EMBED_SOURCES,
    takes: [
      postChanged,
      eventChanged,
      venueChanged,
      organizerChanged,
      eventTrashed,
      venueTrashed,
      organizerTrashed,
      postDeleted,
      eventDeleted,
      venueDeleted,
      organizerDeleted,
      userChanged,
      userDeleted,
      coreErased,
      calendarErased,
      mediaChanged,
      mediaDeleted,
    ],
    documents,
    handle: (delivery, copied) => keeping(copied)(delivery),
  });

/** Collections of copies about persons, by the kind in an erasure. */
const copiesOfPersons: ReadonlyMap<string, Collection> = new Map([
  ['user', authors],
  ['organizer', embeddables],
]);

const keeping = (documents: CopiedDocuments): Subscription['handle'] => {
  /** Merges a delivery into the copy; `complete` returns undefined if facts are missing. */
  const overlay = <Copy>(
    collection: Collection,
    delivery: About<object>,
    complete: (changes: Partial<Copy>) => Copy | undefined,
  ): Promise<void> =>
    mergeCopy<Copy>(documents, collection, delivery, (known) =>
      isErased(known, delivery) ? null : complete(Object.assign({}, known, delivery.data)),
    );

  const trash = (delivery: About<object>): Promise<void> =>
    overlay<Embeddable>(embeddables, delivery, (copy) => embeddableOf({ ...copy, status: 'trash', path: null }));

  const erase = async (delivery: About<{ readonly kind: string }>): Promise<void> => {
    const collection = copiesOfPersons.get(delivery.data.kind);
    if (collection !== undefined) await dropCopy(documents, collection, delivery);
  };

  return async (delivery) => {
    if (isRecordChange(delivery)) await overlay(embeddables, delivery, embeddableOf);
    else if (isTrash(delivery)) await trash(delivery);
    else if (isRecordDeletion(delivery)) await dropCopy(documents, embeddables, delivery);
    else if (userChanged.is(delivery)) await overlay(authors, delivery, authorOf);
    else if (userDeleted.is(delivery)) await dropCopy(documents, authors, delivery);
    else if (coreErased.is(delivery) || calendarErased.is(delivery)) await erase(delivery);
    else if (mediaChanged.is(delivery)) await overlay(media, delivery, mediumOf);
    else if (mediaDeleted.is(delivery)) await dropCopy(documents, media, delivery);
  };
};

/** True if the event concerns an erased person: its names are null or missing. Then no copy is stored. */
const isErased = (known: unknown, delivery: Delivery): boolean => {
  if (userChanged.is(delivery)) return delivery.data.name === null || delivery.data.slug === null;
  if (organizerChanged.is(delivery)) return known === null || delivery.data.title === null;
  return organizerTrashed.is(delivery) && known === null;
};

const isRecordChange = (delivery: Delivery): delivery is About<Changes<RecordFacts>> =>
  postChanged.is(delivery) || eventChanged.is(delivery) || venueChanged.is(delivery) || organizerChanged.is(delivery);

const isTrash = (delivery: Delivery): delivery is About<object> =>
  eventTrashed.is(delivery) || venueTrashed.is(delivery) || organizerTrashed.is(delivery);

const isRecordDeletion = (delivery: Delivery): delivery is About<object> =>
  postDeleted.is(delivery) || eventDeleted.is(delivery) || venueDeleted.is(delivery) || organizerDeleted.is(delivery);

const embeddableOf = (facts: Changes<RecordFacts>): Embeddable | undefined => {
  const { id, status, language, title, author = 0, image = null, path = null } = facts;
  if (id === undefined || status === undefined || language === undefined || title === undefined) return undefined;
  const page = path === null ? null : pageOf(path);
  const { type, published } = facts;
  const address = { ...(type !== undefined && { type }), ...(published !== undefined && { published }) };
  return { id, status, language, title, author, image, protected: facts.protected ?? false, path, ...address, page };
};

const authorOf = ({ id, name, slug }: Changes<Author>): Author | undefined =>
  id === undefined || name === undefined || slug === undefined ? undefined : { id, name, slug };

const mediumOf = (facts: Changes<Medium>): Medium | undefined => {
  const { id, status, title, file, slug = '', parent = 0, alt = '', author = 0, sizes = {} } = facts;
  if (id === undefined || status === undefined || title === undefined || file === undefined) return undefined;
  return { id, status, title, slug, parent, alt, author, file, sizes };
};
