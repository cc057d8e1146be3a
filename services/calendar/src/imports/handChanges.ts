import { streamOf } from '@almanac/event-sourcing';
import type { Calendar } from '../calendar.ts';
import { type EventFields, event, eventKind } from '../events/event.ts';
import { importAggregate } from './import.ts';
import type { ImportItem } from './importItem.ts';

/** The fields that an event of a record's stream wrote; `byImport` is true if an import wrote them. */
export interface Writing {
  readonly fields: readonly string[];
  readonly byImport: boolean;
}

/** Returns the fields that an import did not write last. */
export const keptFrom = (history: readonly Writing[]): ReadonlySet<string> => {
  const kept = new Set<string>();
  for (const { fields, byImport } of history)
    for (const field of fields) {
      if (byImport) kept.delete(field);
      else kept.add(field);
    }
  return kept;
};

const IMPORTS = `${importAggregate.category}-`;

/** Returns the fields of an event that people, other services or the site wrote last, not an import. */
export const changedByHand = async (
  { store }: Pick<Calendar, 'store'>,
  id: number,
): Promise<ReadonlySet<keyof EventFields>> => {
  const history: Writing[] = [];
  for await (const { position, data } of store.readStream(streamOf(event, id))) {
    const commit = await store.commitAt(position);
    const byImport = commit?.events.some(({ stream }) => stream.startsWith(IMPORTS)) ?? false;
    history.push({ fields: Object.keys(data as object), byImport });
  }
  return keptFrom(history) as ReadonlySet<keyof EventFields>;
};

/** Returns the members of an item that set a field of an event. */
const membersSaying = (name: keyof EventFields): readonly string[] => {
  const { imported = false, v1 = null } = eventKind.fields[name] ?? {};
  if (imported === true) return v1 === null ? [] : [v1.name];
  return imported === false ? [] : imported;
};

/** Returns the item without the members that set some fields. */
export const withoutFields = (item: ImportItem, fields: ReadonlySet<keyof EventFields>): ImportItem => {
  const members = new Set([...fields].flatMap(membersSaying));
  const values = Object.fromEntries(Object.entries(item.values).filter(([name]) => !members.has(name)));
  return {
    ...item,
    values: values as ImportItem['values'],
    categories: fields.has('categories') ? undefined : item.categories,
    venues: fields.has('venues') ? [] : item.venues,
    organizers: fields.has('organizers') ? [] : item.organizers,
  };
};
