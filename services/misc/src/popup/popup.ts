import { changedFields, isEmpty, mediaInTexts, type NamesMedia } from '@almanac/content-model';
import type { Collection } from '@almanac/documents';
import { type Decider, idAndVersion } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import type { Language } from '@almanac/i18n';
import type { RecordRegistration } from '@almanac/service';
import { miscErrors } from '../errors.ts';

export const audiences = ['all', 'visitors', 'members'] as const;
export const frequencies = ['always', 'session', 'day', 'week', 'month', 'once'] as const;
export const statuses = ['draft', 'publish', 'trash'] as const;

type Status = (typeof statuses)[number];

/** The event on the page that opens a popup. */
export interface Trigger {
  readonly on: 'load' | 'scroll' | 'exit' | 'click';
  /** Delay after the event, in milliseconds. */
  readonly delay: number;
  /** Scrolled part of the page at which the popup opens, in percent. */
  readonly depth?: number;
  /** Selector of the clicked element. */
  readonly selector?: string;
}

/** The popup's conversion goal. */
export interface ConversionGoal {
  readonly on: 'click' | 'submit';
  readonly selector: string;
}

/** Writable fields of a popup, without its status. */
export interface PopupFields {
  readonly title: string;
  readonly content: string;
  /** Path patterns of the pages on which it shows; empty for all pages. */
  readonly include: readonly string[];
  /** Path patterns of the pages on which it does not show. */
  readonly exclude: readonly string[];
  /** Languages of the addresses on which it shows; empty for all. */
  readonly languages: readonly Language[];
  readonly audience: (typeof audiences)[number];
  /** Start of the period in which it shows, ISO 8601 in UTC; null for no start. */
  readonly starts: string | null;
  /** End of the period in which it shows, ISO 8601 in UTC; null for no end. */
  readonly ends: string | null;
  readonly trigger: Trigger;
  readonly frequency: (typeof frequencies)[number];
  readonly goal: ConversionGoal;
}

export interface Popup extends PopupFields, NamesMedia {
  readonly id: number;
  readonly version: number;
  readonly deleted: boolean;
  readonly status: Status;
  readonly author: number;
  /** Time of creation, ISO 8601 in UTC. */
  readonly created: string;
  readonly modified: string;
}

type Nothing = Readonly<Record<never, never>>;

export type PopupEvent =
  | Event<'PopupCreated', PopupFields & { readonly author: number; readonly status: 'draft' | 'publish' }>
  | Event<'PopupChanged', Partial<PopupFields>>
  | Event<'PopupPublished', Nothing>
  /** The popup has become a draft again. */
  | Event<'PopupDrafted', Nothing>
  | Event<'PopupTrashed', Nothing>
  | Event<'PopupDeleted', Nothing>;

export type PopupCommand =
  | {
      readonly type: 'CreatePopup';
      readonly fields: PopupFields;
      readonly status: 'draft' | 'publish';
      readonly author: number;
    }
  | {
      readonly type: 'ChangePopup';
      readonly changes: Partial<PopupFields>;
      readonly status?: 'draft' | 'publish' | undefined;
    }
  | { readonly type: 'TrashPopup' }
  | { readonly type: 'DeletePopup' };

/** Default values of a popup (docs/interface/popup.md §2). */
export const popupDefaults: Omit<PopupFields, 'title'> = {
  content: '',
  include: [],
  exclude: [],
  languages: [],
  audience: 'all',
  starts: null,
  ends: null,
  trigger: { on: 'load', delay: 0 },
  frequency: 'session',
  goal: { on: 'click', selector: 'a' },
};

const absent: Popup = {
  ...popupDefaults,
  id: 0,
  version: 0,
  deleted: false,
  status: 'draft',
  title: '',
  author: 0,
  created: '',
  modified: '',
  mediaInTexts: [],
};

/** True if the popup exists. */
export const popupExists = ({ version, deleted }: Popup): boolean => version > 0 && !deleted;

export const popupMessages = {
  ends: '{name} is not after starts.',
  elsewhere: '{name} is not an address of this site.',
} as const;

const statusAfter: ReadonlyMap<string, Status> = new Map([
  ['PopupPublished', 'publish'],
  ['PopupDrafted', 'draft'],
  ['PopupTrashed', 'trash'],
]);

const changeOf = ({ type, data }: PopupEvent): Partial<Popup> => {
  if (type === 'PopupCreated' || type === 'PopupChanged') return data;
  const status = statusAfter.get(type);
  return status === undefined ? { deleted: true } : { status };
};

const eventOf = { publish: 'PopupPublished', draft: 'PopupDrafted' } as const;

/** Decider of popups, `popup-<id>` (docs/interface/popup.md §2). Values are cleaned before. */
export const popupDecider: Decider<Popup, PopupEvent, PopupCommand> = {
  category: 'popup',
  initialState: absent,
  eventTypes: ['PopupCreated', 'PopupChanged', 'PopupPublished', 'PopupDrafted', 'PopupTrashed', 'PopupDeleted'],
  projectionVersion: 2,
  evolve: (state, event) => {
    const next = { ...state, ...changeOf(event) };
    return {
      ...next,
      ...idAndVersion(event),
      created: event.type === 'PopupCreated' ? event.meta.at : state.created,
      modified: event.meta.at,
      mediaInTexts: mediaInTexts(state, next),
    };
  },
  /** @throws DomainError 404 for a missing popup, 410 for one that is already in the trash */
  decide: (state, command) => {
    if (command.type === 'CreatePopup') {
      const { fields, status, author } = command;
      return [{ type: 'PopupCreated', data: { ...fields, status, author } }];
    }
    if (!popupExists(state)) throw miscErrors.unknownPopup();
    if (command.type === 'DeletePopup') return [{ type: 'PopupDeleted', data: {} }];
    if (command.type === 'ChangePopup') return decideChange(state, command);
    if (state.status === 'trash') throw miscErrors.popupTrashed();
    return [{ type: 'PopupTrashed', data: {} }];
  },
};

const decideChange = (state: Popup, command: Extract<PopupCommand, { readonly type: 'ChangePopup' }>): PopupEvent[] => {
  const changes = changedFields<PopupFields>(state, command.changes);
  const status = command.status ?? state.status;
  const changed: PopupEvent[] = isEmpty(changes) ? [] : [{ type: 'PopupChanged', data: changes }];
  if (status === state.status || status === 'trash') return changed;
  return [...changed, { type: eventOf[status], data: {} }];
};

export const popups: Collection = {
  name: 'popups',
  projectionVersion: popupDecider.projectionVersion,
  indexes: [['status', 'created']],
  arrays: ['mediaInTexts'],
  texts: ['title', 'content'],
};

export const popupRegistration: RecordRegistration<Popup, PopupEvent> = {
  aggregate: popupDecider,
  collection: popups,
  written: {
    members: ({ id: _, version: __, deleted: ___, created: ____, modified: _____, mediaInTexts: ______, ...members }) =>
      members,
    name: ({ title }) => title,
  },
  isGone: (state) => state.deleted,
};
