import { toWallClock } from '@almanac/dates';
import type { Event } from '@almanac/event-store';
import { slugOf } from '@almanac/text';
import type { TranslationMembership } from '../translations/grouping.ts';
import type { GroupMembership } from '../translations/translatable.ts';
import { minorEdit } from '../translations/units.ts';
import { changedFields, isEmpty } from './changedFields.ts';
import {
  type ContentFields,
  type ContentKind,
  type ContentState,
  exists,
  type PublicationField,
} from './contentItem.ts';
import { type AskedDate, type Clocks, firstPublication, nextPublication } from './publicationDate.ts';
import { isDraft } from './status.ts';

/** The commands by which content is written, with the fields that a new item and a change take. */
export type WritingCommand<Status, New, Change> =
  | {
      readonly type: 'Create';
      readonly id: number;
      readonly status: Status;
      readonly date?: AskedDate | undefined;
      readonly fields: New;
    }
  /** Changes only the given fields; a status takes the item out of the trash. */
  | {
      readonly type: 'Change';
      readonly status?: Status | undefined;
      readonly date?: AskedDate | undefined;
      readonly fields: Change;
    }
  /** Publishes a scheduled item whose date has passed; changes nothing if it is already published. */
  | { readonly type: 'PublishDue'; readonly fields?: Change }
  | { readonly type: 'Trash' }
  | { readonly type: 'Delete' };

/** The commands on any kind of content; a kind has further commands of its own. */
export type ContentCommand<Fields extends ContentFields> =
  | WritingCommand<Fields['status'], Omit<Fields, PublicationField>, Partial<Omit<Fields, PublicationField>>>
  /** Sets the item's translation membership. */
  | ({ readonly type: 'SetTranslationMembership' } & Omit<GroupMembership, 'source'>);

/** Data outside the item that a decision about content needs. */
export interface ContentFacts<Fields extends ContentFields> {
  readonly clocks: Clocks;
  readonly defaultLanguage: string;
  /** The item's slug: its own, or a free one derived from `wantedSlug`. */
  readonly slug: string;
  /** The translation membership of a new item. */
  readonly membership: TranslationMembership;
  /** Fields that every change sets in addition to its own. */
  readonly stamp?: Partial<Fields>;
  /** True if changed texts need no new translation. */
  readonly minor?: boolean | undefined;
}

type Command<Fields extends ContentFields, Type extends string> = Extract<
  ContentCommand<Fields>,
  { readonly type: Type }
>;

/**
 * Decides a command that all kinds of content share; pure.
 * @throws DomainError of the kind, for an item that is missing or already in the trash
 */
export const decideContent = <State extends ContentState, Fields extends ContentFields>(
  kind: ContentKind<State, Fields>,
  state: State,
  command: ContentCommand<Fields>,
  facts: ContentFacts<Fields>,
): Event[] => {
  if (command.type === 'Create') return decideCreate(kind, command, facts);
  if (command.type === 'PublishDue') return decidePublishDue(kind, state, command, facts);
  if (command.type === 'SetTranslationMembership') return decideMembership(kind, state, command);
  if (!exists(state)) throw kind.notFound(state.id);
  if (command.type === 'Change') return decideChange(kind, state, command, facts);
  if (command.type === 'Delete') return [{ type: kind.eventTypes.deleted, data: {} }];
  if (state.status === 'trash') throw kind.inTrash();
  return [{ type: kind.eventTypes.trashed, data: { from: state.status, slug: facts.slug, ...facts.stamp } }];
};

const decideCreate = <State extends ContentState, Fields extends ContentFields>(
  kind: ContentKind<State, Fields>,
  { id, status, date, fields }: Command<Fields, 'Create'>,
  { clocks, defaultLanguage, slug, membership }: ContentFacts<Fields>,
): Event[] => {
  const publication = firstPublication(status, date, clocks);
  const { ancestors }: Partial<ContentState> = fields;
  const address = { status: publication.status, slug, language: membership.language, ancestors };
  const path = kind.pathOf(address, defaultLanguage);
  return [{ type: kind.eventTypes.created, data: { ...fields, ...publication, ...membership, slug, path, id } }];
};

const decideChange = <State extends ContentState, Fields extends ContentFields>(
  kind: ContentKind<State, Fields>,
  state: State,
  command: Command<Fields, 'Change'>,
  facts: ContentFacts<Fields>,
): Event[] => {
  const { slug, clocks, defaultLanguage } = facts;
  const publication = nextPublication(state, command.status ?? state.status, command.date, clocks);
  const { ancestors = state.ancestors }: Partial<ContentState> = command.fields;
  const address = { status: publication.status, slug, language: state.language, ancestors };
  const path = kind.pathOf(address, defaultLanguage);
  const changed = changedFields<ContentState>(state, { ...command.fields, ...publication, slug, path });
  if (isEmpty(changed))
    return isOnlyTouched(state, facts)
      ? [{ type: kind.eventTypes.changed, data: { ...facts.stamp, ...minorEdit(true) } }]
      : [];
  if (state.status !== 'trash' || publication.status === 'trash')
    return changeEvents(kind, publication.status, changed, facts);
  const { status: _status, slug: _slug, path: _path, ...others } = changed;
  const restored = { status: publication.status, slug, path, ...facts.stamp };
  return [{ type: kind.eventTypes.restored, data: restored }, ...plainChange(kind, others, facts)];
};

/** True if a change copies the time of a change on another site, and nothing else. */
const isOnlyTouched = <Fields extends ContentFields>(
  { modifiedUtc }: ContentState,
  { clocks: { moved } }: ContentFacts<Fields>,
): boolean => moved !== undefined && toWallClock(moved, 'UTC') !== modifiedUtc;

/** Members that the event of a status change carries; other members get a change event of their own. */
const PUBLICATION_FIELDS: ReadonlySet<string> = new Set<PublicationField>([
  'status',
  'date',
  'dateUtc',
  'slug',
  'path',
]);

const changeEvents = <State extends ContentState, Fields extends ContentFields>(
  kind: ContentKind<State, Fields>,
  status: string,
  changed: Partial<ContentState>,
  facts: ContentFacts<Fields>,
): Event[] => {
  const isRescheduled = status === 'future' && 'dateUtc' in changed;
  if (!('status' in changed) && !isRescheduled) return plainChange(kind, changed, facts);
  const entries = Object.entries(changed);
  const others = Object.fromEntries(entries.filter(([name]) => !PUBLICATION_FIELDS.has(name)));
  const { status: _status, ...placed } = Object.fromEntries(entries.filter(([name]) => PUBLICATION_FIELDS.has(name)));
  return [...plainChange(kind, others, facts), statusEvent(kind, status, { ...placed, ...facts.stamp })];
};

const statusEvent = <State extends ContentState, Fields extends ContentFields>(
  { eventTypes }: ContentKind<State, Fields>,
  status: string,
  data: object,
): Event => {
  if (status === 'publish') return { type: eventTypes.published, data };
  if (status === 'future') return { type: eventTypes.scheduled, data };
  return { type: eventTypes.statusChanged, data: { ...data, status } };
};

const plainChange = <State extends ContentState, Fields extends ContentFields>(
  { eventTypes }: ContentKind<State, Fields>,
  changed: object,
  { stamp, minor }: ContentFacts<Fields>,
): Event[] =>
  isEmpty(changed) ? [] : [{ type: eventTypes.changed, data: { ...changed, ...stamp, ...minorEdit(minor) } }];

const decidePublishDue = <State extends ContentState, Fields extends ContentFields>(
  kind: ContentKind<State, Fields>,
  state: State,
  { fields }: Command<Fields, 'PublishDue'>,
  { clocks, defaultLanguage, stamp }: ContentFacts<Fields>,
): Event[] => {
  if (!isDue(state, clocks.now)) return [];
  const path = kind.pathOf({ ...state, status: 'publish' }, defaultLanguage);
  return [{ type: kind.eventTypes.published, data: { ...fields, path, ...stamp } }];
};

const isDue = (state: ContentState, now: number): boolean =>
  exists(state) && state.status === 'future' && state.dateUtc !== null && instantOf(state.dateUtc) <= now;

const instantOf = (utc: string): number => Date.parse(`${utc.replace(' ', 'T')}Z`);

const decideMembership = <State extends ContentState, Fields extends ContentFields>(
  { eventTypes }: ContentKind<State, Fields>,
  state: State,
  { group, languages }: Command<Fields, 'SetTranslationMembership'>,
): Event[] => [
  ...(group === state.group ? [] : [{ type: eventTypes.placedInTranslationGroup, data: { group } }]),
  ...(state.languages.join() === languages.join()
    ? []
    : [{ type: eventTypes.listingLanguagesChanged, data: { languages } }]),
];

/**
 * Returns the slug for an item, unless another item has it. The order is: the slug that was sent, the item's own slug
 * (out of the trash the one before it), a slug of the title, the id. Returns an empty string for a draft without a slug
 * (docs/interface/core-posts.md §8).
 * @param asked the slug as sent; empty for one derived from the title
 */
export const wantedSlug = (
  { id, slug, status: current, slugBeforeTrash }: Pick<ContentState, 'id' | 'slug' | 'status' | 'slugBeforeTrash'>,
  asked: string | undefined,
  { title, status }: Pick<ContentFields, 'title' | 'status'>,
): string => {
  const kept = current === 'trash' && status !== 'trash' ? slugBeforeTrash : slug;
  const wanted = asked === undefined ? kept : slugOf(asked);
  if (wanted !== '' || isDraft(status) || status === 'trash') return wanted;
  return slugOf(title) || String(id);
};
