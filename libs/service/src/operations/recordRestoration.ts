import { recordVersion } from '@almanac/event-sourcing';
import type { RecordRegistration } from '../recordRegistration.ts';
import { changedMembers } from './memberChanges.ts';
import { type RecordSource, registrationOf } from './recordHistory.ts';
import { type Members, membersOf, stepsOf } from './recordView.ts';

/** The write that restores a record to an earlier version. */
export interface RecordRestoration {
  /** The current version of the record. */
  readonly version: number;
  readonly stream: string;
  /** The route of its change command; undefined for a record that cannot be restored. */
  readonly route?: string;
  /** The method of the route; absent for POST. */
  readonly method?: 'PUT';
  /** The arguments that differ, with their earlier values; undefined for an unknown version. */
  readonly members?: Members;
  /** Those members that refer to other records, with the kind of these. */
  readonly references: Readonly<Record<string, string>>;
}

/** Returns the restoration of a record to the state after a version; undefined for an unknown record. */
export const recordRestoration = async (
  source: RecordSource,
  kind: string,
  id: string,
  version: number,
): Promise<RecordRestoration | undefined> => {
  const registration = registrationOf(source, kind);
  if (registration === undefined) return undefined;
  let [last, now, then]: [number, object?, object?] = [0];
  for await (const { event, after } of stepsOf(registration, source.store.readStream(`${kind}-${id}`))) {
    [last, now] = [event.version, after];
    if (last === version) then = after;
  }
  if (now === undefined) return undefined;
  const { written } = registration;
  const route = written?.routeOf?.(now) ?? written?.route;
  const gone = registration.isGone?.(now) ?? false;
  return {
    ...recordVersion(registration.aggregate, { id, version: last }),
    ...(route !== undefined && !gone && { route: route.replace('{id}', id) }),
    ...(written?.method && { method: written.method }),
    ...(then && { members: writable(registration, now, then) }),
    references: written?.references ?? {},
  };
};

/** Returns the members that differ and can be written, as arguments; nothing is moved back to the trash. */
const writable = (registration: RecordRegistration, now: object, then: object): Members => {
  const wanted = membersOf(registration, then);
  const { readOnly, arguments: names = {} } = registration.written ?? {};
  const fixed = new Set(readOnly);
  if (wanted.status === 'trash') fixed.add('status').add('slug');
  const changes = changedMembers(membersOf(registration, now), wanted).filter(({ member }) => !fixed.has(member));
  return Object.fromEntries(changes.map(({ member, after }) => [names[member] ?? member, after]));
};
