import { streamOf } from '@almanac/event-sourcing';
import type { RecordedEvent } from '@almanac/event-store';
import { isObject } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { event, eventKind } from '../events/event.ts';
import { importAggregate } from './import.ts';
import type { ImportItem } from './importItem.ts';

/** The fields that an event of a record's stream wrote; `byImport` is true if an import wrote them. */
export interface Writing {
  readonly fields: readonly string[];
  readonly byImport: boolean;
}

/** Returns the fields that an import did not write last. */
export const fieldsNotImported = (history: readonly Writing[]): ReadonlySet<string> => {
  const kept = new Set<string>();
  for (const { fields, byImport } of history)
    for (const field of fields) {
      if (byImport) kept.delete(field);
      else kept.add(field);
    }
  return kept;
};

const LINKS: ReadonlySet<string> = new Set(['categories', 'tags', 'venues', 'organizers']);

/**
 * True for a change by the site that only replaces links, such as by a later version in another language: it leaves
 * open who wrote them.
 */
const isRelinking = ({ meta, data }: RecordedEvent): boolean =>
  meta.principal === 'system' && isObject(data) && Object.keys(data).every((field) => LINKS.has(field));

/** The category of the streams of followed feeds, whose commits are imports too. */
export const FOLLOWED_FEED = 'followedfeed';

const IMPORTS = [`${importAggregate.category}-`, `${FOLLOWED_FEED}-`];

/** Returns the fields of an event that people or other services wrote last, not an import. */
export const fieldsChangedByHand = async (
  { store }: Pick<Calendar, 'store'>,
  id: number,
): Promise<ReadonlySet<string>> => {
  const history: Writing[] = [];
  for await (const recorded of store.readStream(streamOf(event, id))) {
    if (isRelinking(recorded)) continue;
    const { position, data } = recorded;
    const commit = await store.commitAt(position);
    const byImport = commit?.events.some(({ stream }) => IMPORTS.some((prefix) => stream.startsWith(prefix))) ?? false;
    history.push({ fields: isObject(data) ? Object.keys(data) : [], byImport });
  }
  return fieldsNotImported(history);
};

/** Returns the members of an item that set a field of an event. */
const membersSaying = (name: string): readonly string[] => {
  const { imported = false, v1 = null } = eventKind.fields[name] ?? {};
  if (imported === true) return v1 === null ? [] : [v1.name];
  return imported === false ? [] : imported;
};

/** Returns the item without the members that set some fields. */
export const withoutFields = (item: ImportItem, fields: ReadonlySet<string>): ImportItem => {
  const members = new Set([...fields].flatMap(membersSaying));
  const values: readonly (readonly unknown[])[] = Object.entries(item.values).filter(([name]) => !members.has(name));
  return {
    ...item,
    values: Object.fromEntries(values),
    categories: fields.has('categories') ? undefined : item.categories,
    venues: fields.has('venues') ? [] : item.venues,
    organizers: fields.has('organizers') ? [] : item.organizers,
  };
};
