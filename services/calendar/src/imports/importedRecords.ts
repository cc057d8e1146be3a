import { exists } from '@almanac/content-model';
import { idOfStream, streamOf, type UnitOfWork } from '@almanac/event-sourcing';
import { foldText } from '@almanac/text';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import type { ItemKind } from '../content-items/itemKind.ts';
import { mayReadItem } from '../content-items/itemRights.ts';
import { inItemLists } from '../content-items/statuses.ts';
import type { Writing } from '../content-items/writeItem.ts';
import { type LinkedKind, linkedIds } from '../linked-items/linkedWriting.ts';
import type { ActivityKind } from './activity.ts';
import { type BatchMemory, note } from './batchMemory.ts';
import type { ImportedLink } from './importItem.ts';

/** The scope of claims of import names, each held by the record with that name. */
export const IMPORT_SOURCES = 'import-source';

/** Returns the record with one of the names; undefined without one, or if it was deleted. */
export const bearerOf = async <Fields extends ItemFields>(
  unit: UnitOfWork,
  { aggregate }: Pick<ItemKind<Fields>, 'aggregate'>,
  names: readonly string[],
): Promise<(ItemState & Fields) | undefined> => {
  for (const name of names) {
    const stream = await unit.holder(IMPORT_SOURCES, name);
    if (stream === null) continue;
    const state = await unit.load(aggregate, idOfStream(stream));
    if (exists(state)) return state;
  }
  return undefined;
};

/** Claims the free names for a record; names of deleted records are free. */
export const claimNames = async <Fields extends ItemFields>(
  unit: UnitOfWork,
  { aggregate }: Pick<ItemKind<Fields>, 'aggregate'>,
  { id, names }: { readonly id: number; readonly names: readonly string[] },
): Promise<void> => {
  for (const name of names) {
    const holder = await unit.holder(IMPORT_SOURCES, name);
    if (holder !== null) {
      if (exists(await unit.load(aggregate, idOfStream(holder)))) continue;
      await unit.release(IMPORT_SOURCES, name, holder);
    }
    await unit.take(IMPORT_SOURCES, name, streamOf(aggregate, id));
  }
};

/** Returns the names of a record for all imports; they do not depend on the origin. */
export const globalNames = (noun: string, ids: readonly string[]): string[] => ids.map((id) => `${noun}/global/${id}`);

interface ImportedKind<Fields extends ItemFields> {
  readonly linked: LinkedKind<Fields>;
  readonly activity: ActivityKind;
}

/**
 * Returns the ids of an item's venues or organizers: found by their global ids, then by name, else created in the same
 * commit. A found record is not changed.
 */
export const importedLinks = async <Fields extends ItemFields>(
  writing: Writing,
  memory: BatchMemory,
  { linked, activity }: ImportedKind<Fields>,
  links: readonly ImportedLink[],
): Promise<number[]> => {
  const { unit } = writing;
  const { kind } = linked;
  const ids: number[] = [];
  for (const { globalIds, title, values } of links) {
    const names = globalNames(kind.noun, globalIds);
    const key = `${kind.noun}/${foldText(title)}`;
    const known = await bearerOf(unit, kind, names);
    const found = known?.id ?? memory.linked.get(key) ?? (await namedId(writing, kind, title));
    const [id = 0] = found === undefined ? await linkedIds(writing, linked, [{ values }]) : [found];
    if (!memory.linked.has(key)) note(memory, activity, found === undefined ? 'created' : 'skipped', [id]);
    memory.linked.set(key, id);
    await claimNames(unit, kind, { id, names });
    ids.push(id);
  }
  return [...new Set(ids)];
};

/** Returns the id of the oldest record with the name that the importer may see. */
const namedId = async <Fields extends ItemFields>(
  { calendar, principal, language }: Writing,
  kind: ItemKind<Fields>,
  title: string,
): Promise<number | undefined> => {
  const found = await calendar.documents.find<ItemState & Fields>(kind.collection, {
    filter: { all: [{ texts: ['title'], exactly: title }, inItemLists(kind, language, calendar.languages)] },
    order: [{ field: 'id', direction: 'asc' }],
  });
  return found.find((state) => state.status !== 'trash' && mayReadItem(principal, kind, state))?.id;
};
