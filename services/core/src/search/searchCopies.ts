import type { ListedKind } from '@almanac/content-model';
import {
  calendarErased,
  categoryChanged,
  categoryDeleted,
  type EventFacts,
  eventChanged,
  eventDeleted,
  eventTrashed,
} from '@almanac/contracts';
import type { Collection, Documents } from '@almanac/documents';
import {
  type CopiedDocuments,
  type CopySubscription,
  copySubscription,
  type Delivery,
  dropCopy,
  mergeCopy,
  type Subscription,
} from '@almanac/messaging';
import { foldText, TEXT_FOLD_VERSION } from '@almanac/text';

/** Title and address of an event, by which the search finds it; the calendar owns events. */
export interface EventTitle
  extends Pick<EventFacts, 'id' | 'status' | 'language' | 'title' | 'path' | 'protected' | 'languages' | 'group'> {
  /** Time of its creation in UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly created: string;
}

export const eventTitles: Collection = {
  name: 'event-titles',
  projectionVersion: 1 + TEXT_FOLD_VERSION,
  indexes: [
    ['status', 'created', 'id', 'language', 'protected'],
    ['status', 'language', 'created', 'id', 'protected'],
    ['languages', 'status', 'created'],
    ['protected'],
    ['group'],
  ],
  arrays: ['languages'],
  texts: ['title'],
};

/** Titles of events in lists. */
export const listedEventTitles: ListedKind = {
  type: 'cal_events',
  collection: eventTitles,
  publicOnly: { field: 'status', equals: 'publish' },
};

/** Name and slug of a category of events; the calendar owns them. */
export interface EventCategoryName {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  /** The category above it; 0 at the top. */
  readonly parent: number;
  readonly language: string;
  readonly group: number | null;
  /** The name compared by orders, without case and accents. */
  readonly keys: { readonly name: string };
}

export const eventCategoryNames: Collection = {
  name: 'event-category-names',
  projectionVersion: 1 + TEXT_FOLD_VERSION,
  indexes: [['keys.name'], ['language', 'keys.name'], ['group']],
  texts: ['name', 'slug'],
};

type OfRecord = Delivery & { readonly data: { readonly id: number } };

/** Keeps the titles of events and the names of their categories, from the beginning of the calendar's log. */
export const searchCopies = (documents: Documents): Subscription => {
  const handle: CopySubscription['handle'] = async (delivery, copied) => {
    if (eventChanged.is(delivery)) await keepEvent(copied, delivery, delivery.data);
    else if (eventTrashed.is(delivery)) await keepEvent(copied, delivery, { status: 'trash', path: null });
    else if (calendarErased.is(delivery)) {
      if (delivery.data.kind === 'event') await keepEvent(copied, delivery, { title: '', path: null });
    } else if (categoryChanged.is(delivery)) await keepCategory(copied, delivery, delivery.data);
    else if (eventDeleted.is(delivery)) await dropCopy(copied, eventTitles, delivery);
    else if (categoryDeleted.is(delivery)) await dropCopy(copied, eventCategoryNames, delivery);
  };
  return copySubscription({
    name: 'core.search',
    sources: ['calendar'],
    takes: [eventChanged, eventTrashed, eventDeleted, calendarErased, categoryChanged, categoryDeleted],
    documents,
    handle,
  });
};

type EventChanges = { readonly [Name in keyof EventFacts]?: EventFacts[Name] | undefined };

const keepEvent = (documents: CopiedDocuments, delivery: OfRecord, changes: EventChanges): Promise<void> =>
  mergeCopy<EventTitle>(documents, eventTitles, delivery, (known) => {
    const { status, language, title } = { ...known, ...present(changes) };
    if (status === undefined || language === undefined || title === undefined) return undefined;
    return {
      id: delivery.data.id,
      status,
      language,
      title,
      path: changes.path === undefined ? (known?.path ?? null) : changes.path,
      protected: changes.protected ?? known?.protected ?? false,
      languages: changes.languages ?? known?.languages ?? [language],
      group: changes.group === undefined ? (known?.group ?? null) : changes.group,
      created: known?.created ?? delivery.at.slice(0, 19).replace('T', ' '),
    };
  });

const present = (changes: EventChanges): Partial<EventFacts> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

type CategoryChanges = { readonly [Name in keyof EventCategoryName]?: EventCategoryName[Name] | undefined };

const keepCategory = (documents: CopiedDocuments, delivery: OfRecord, changes: CategoryChanges): Promise<void> =>
  mergeCopy<EventCategoryName>(documents, eventCategoryNames, delivery, (known) => {
    const name = changes.name ?? known?.name;
    const slug = changes.slug ?? known?.slug;
    const language = changes.language ?? known?.language;
    if (name === undefined || slug === undefined || language === undefined) return undefined;
    return {
      id: delivery.data.id,
      name,
      slug,
      parent: changes.parent ?? known?.parent ?? 0,
      language,
      group: changes.group === undefined ? (known?.group ?? null) : changes.group,
      keys: { name: foldText(name) },
    };
  });
