import {
  calendarErased,
  eventChanged,
  eventDeleted,
  eventTrashed,
  organizerChanged,
  organizerDeleted,
  organizerTrashed,
  postChanged,
  postDeleted,
  venueChanged,
  venueDeleted,
  venueTrashed,
} from '@almanac/contracts';
import {
  type CopiedDocuments,
  contextOf,
  copySubscription,
  type Delivery,
  dropCopy,
  effectOf,
  guardOf,
  IncompleteCopyError,
  type Subscription,
} from '@almanac/messaging';
import { watchRecord } from '../monitor/monitor.ts';
import { isPublished, type SiteRecord, siteRecords } from '../posts/siteRecords.ts';
import type { Redirection } from '../redirection.ts';

const NAME = 'redirection.records';
const MAX_FORMER_ADDRESSES = 20;

/** The types of records whose addresses redirection follows, with their integration events. */
const followed = [
  { type: 'post', changed: postChanged, trashed: undefined, deleted: postDeleted },
  { type: 'cal_events', changed: eventChanged, trashed: eventTrashed, deleted: eventDeleted },
  { type: 'cal_venue', changed: venueChanged, trashed: venueTrashed, deleted: venueDeleted },
  { type: 'cal_organizer', changed: organizerChanged, trashed: organizerTrashed, deleted: organizerDeleted },
] as const;

type Facts = Pick<SiteRecord, 'id'> & {
  readonly [Name in 'type' | 'status' | 'path' | 'protected' | 'published']?: SiteRecord[Name] | undefined;
} & {
  /** Null for an erased organizer. */
  readonly title?: string | null | undefined;
  readonly slug?: string | null | undefined;
};

/**
 * Stores copies of the records that have pages and passes every change to the monitor. The position of the event guards
 * each copy. The monitor commits first: in a repeat its key is taken, and the copy is unchanged.
 */
export const recordsSubscription = (redirection: Redirection): Subscription =>
  copySubscription({
    documents: redirection.documents,
    name: NAME,
    sources: ['core', 'calendar'],
    takes: [
      ...followed.flatMap(({ changed, trashed, deleted }) => [changed, trashed ?? [], deleted].flat()),
      calendarErased,
    ],
    handle: async (delivery, documents) => {
      const copying = { redirection, documents, delivery };
      if (calendarErased.is(delivery) && delivery.data.kind === 'organizer')
        return dropCopy(documents, siteRecords, delivery);
      for (const { type, changed, trashed, deleted } of followed) {
        if (deleted.is(delivery)) await dropCopy(documents, siteRecords, delivery);
        else if (postChanged.is(delivery)) await follow(copying, delivery.data);
        else if (changed.is(delivery)) await follow(copying, { ...delivery.data, type });
        else if (trashed?.is(delivery))
          await follow(copying, { id: delivery.data.id, type, status: 'trash', path: null });
      }
    },
  });

/** A change of a record, and the copies that it changes. */
interface Copying {
  readonly redirection: Redirection;
  readonly documents: CopiedDocuments;
  readonly delivery: Delivery;
}

const follow = async (copying: Copying, facts: Facts): Promise<void> => {
  const { redirection, documents, delivery } = copying;
  const version = guardOf(delivery);
  const known = await documents.get<SiteRecord>(siteRecords, facts.id);
  if (known !== undefined && known.version >= version) return;
  if (isErased(known?.body, facts))
    return documents.write([{ collection: siteRecords, id: facts.id, version, body: null }]);
  const before = known?.body ?? undefined;
  const after = recordOf(before, facts);
  if (after === undefined) throw new IncompleteCopyError(delivery);
  const effect = effectOf(NAME, delivery);
  await watchRecord(redirection, { before, after, effect, context: contextOf(delivery) });
  await documents.write([{ collection: siteRecords, id: after.id, version, body: after }]);
};

/** True for an erased organizer: its title is null, or its copy was dropped before. No copy is stored. */
const isErased = (known: SiteRecord | null | undefined, { type, title }: Facts): boolean =>
  title === null || (type === 'cal_organizer' && known === null);

/** Returns the copy with its changes; undefined if the first event of a record is missing. */
const recordOf = (before: SiteRecord | undefined, facts: Facts): SiteRecord | undefined => {
  const known: Facts = { ...before, ...defined(facts), id: facts.id };
  const { id, type = 'post', status, title, slug, path, protected: isProtected, published } = known;
  if (status === undefined || title == null) return undefined;
  const named = { id, type, status, title, slug: slug ?? '', path: path ?? null, protected: isProtected ?? false };
  const former = formerOf(before, named.path);
  return { ...named, ...(published !== undefined && { published }), former, moved: former.length > 0 };
};

const defined = (facts: Facts): Partial<Facts> =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));

const formerOf = (before: SiteRecord | undefined, path: string | null): readonly string[] => {
  const known = before?.former ?? [];
  if (!isPublished(before) || path === null || path === before.path) return known.filter((each) => each !== path);
  return [...known.filter((each) => each !== path && each !== before.path), before.path].slice(-MAX_FORMER_ADDRESSES);
};
