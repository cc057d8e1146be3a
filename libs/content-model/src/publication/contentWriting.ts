import { type Decider, eventSourcingErrors, type UnitOfWork } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import { leaveGroup } from '../translations/grouping.ts';
import type { ContentFacts, WritingCommand } from './contentCommands.ts';
import { type ContentFields, type ContentKind, type ContentState, exists } from './contentItem.ts';
import { type ContentSite, plainFacts } from './contentSite.ts';
import {
  type AskedPublication,
  gatherForChange,
  gatherForCreate,
  gatherForTrash,
  type JoiningVersion,
} from './gatherFacts.ts';
import { copiedFromSource, followInGroup, translatableContent, versionOf } from './translations.ts';

/** A kind of content with its decisions. */
export interface WritableKind<State extends ContentState & Fields, Fields extends ContentFields, New, Change>
  extends ContentKind<State, Fields> {
  readonly decider: Decider<State, Event, WritingCommand<Fields['status'], New, Change>, ContentFacts<Fields>>;
}

/** A new item: its publication, its language, and the item that it translates. */
export interface NewContent<State, Status extends string> extends AskedPublication<Status>, JoiningVersion<State> {
  readonly status: Status;
}

/**
 * Creates an item with its slug and its translation membership. A translation takes the copied fields of its source.
 * @throws DomainError 400 for an unknown source or one that the caller may not edit; 409 if the group has that language
 * or another item the id
 */
export const createContent = async <
  State extends ContentState & Fields,
  Fields extends ContentFields,
  New extends object,
  Change,
>(
  unit: UnitOfWork,
  kind: WritableKind<State, Fields, New, Change>,
  site: ContentSite,
  { asked, fields: sent }: { readonly asked: NewContent<NoInfer<State>, Fields['status']>; readonly fields: New },
): Promise<State> => {
  const { id, status, date, language, translationOf: source } = asked;
  if ((await unit.version(kind.aggregate, id)) > 0) throw eventSourcingErrors.idTaken({ params: { id } });
  const facts = await gatherForCreate(unit, kind, site, asked);
  const copied = await copiedFromSource(unit, kind, { source, language, sent, site });
  return unit.decide(kind.decider, id, { type: 'Create', id, status, date, fields: { ...sent, ...copied } }, facts);
};

/** The publication after a change; undefined keeps the current one. */
export interface ContentChange<State, Status extends string> extends Omit<AskedPublication<Status>, 'title'> {
  /** True if the caller may change another version whose copied fields change. Absent: all versions may be changed. */
  mayEdit?(version: State): boolean;
  /** True if changed texts need no new translation. */
  readonly minor?: boolean | undefined;
}

/** Changes the given fields of an item, and copied fields in all its versions. @throws DomainError 404 */
export const changeContent = async <
  State extends ContentState & Fields,
  Fields extends ContentFields,
  New,
  Change extends { readonly title?: string },
>(
  unit: UnitOfWork,
  kind: WritableKind<State, Fields, New, Change>,
  site: ContentSite,
  {
    id,
    asked,
    fields,
  }: { readonly id: number; readonly asked: ContentChange<NoInfer<State>, Fields['status']>; readonly fields: Change },
): Promise<State> => {
  const before = await requireContent(unit, kind, id);
  const { status, date, slug, parent, mayEdit, minor } = asked;
  const wanted = { status, date, slug, parent, title: fields.title ?? before.title };
  const facts = await gatherForChange(unit, kind, site, { state: before, asked: wanted });
  const after = await unit.decide(kind.decider, id, { type: 'Change', status, date, fields }, { ...facts, minor });
  await followInGroup(unit, kind, site, { before, after, ...(mayEdit && { mayEdit }) });
  return unit.load(kind.aggregate, id);
};

/** Moves an item to the trash, under a slug that frees its own. @throws DomainError 404; 410 if it is already there */
export const trashContent = async <State extends ContentState & Fields, Fields extends ContentFields, New, Change>(
  unit: UnitOfWork,
  kind: WritableKind<State, Fields, New, Change>,
  site: ContentSite,
  id: number,
): Promise<State> => {
  const before = await unit.load(kind.aggregate, id);
  const facts = await gatherForTrash(unit, kind, site, before);
  const after = await unit.decide(kind.decider, id, { type: 'Trash' }, facts);
  await followInGroup(unit, kind, site, { before, after });
  return unit.load(kind.aggregate, id);
};

/** Deletes an item permanently, in the trash or not. @throws DomainError 404 */
export const deleteContent = async <State extends ContentState & Fields, Fields extends ContentFields, New, Change>(
  unit: UnitOfWork,
  kind: WritableKind<State, Fields, New, Change>,
  site: ContentSite,
  id: number,
): Promise<void> => {
  const before = await requireContent(unit, kind, id);
  await leaveGroup(unit, translatableContent(kind), { version: versionOf(before), site: site.languages });
  await unit.decide(kind.decider, id, { type: 'Delete' }, plainFacts(unit, site, before));
};

/** Publishes a scheduled item whose date has passed; changes nothing if it is already published. */
export const publishDueContent = async <State extends ContentState & Fields, Fields extends ContentFields, New, Change>(
  unit: UnitOfWork,
  kind: WritableKind<State, Fields, New, Change>,
  site: ContentSite,
  id: number,
): Promise<void> => {
  const before = await unit.load(kind.aggregate, id);
  const after = await unit.decide(kind.decider, id, { type: 'PublishDue' }, plainFacts(unit, site, before));
  await followInGroup(unit, kind, site, { before, after });
};

const requireContent = async <State extends ContentState & Fields, Fields extends ContentFields>(
  unit: UnitOfWork,
  kind: ContentKind<State, Fields>,
  id: number,
): Promise<State> => {
  const state = await unit.load(kind.aggregate, id);
  if (!exists(state)) throw kind.notFound(id);
  return state;
};
