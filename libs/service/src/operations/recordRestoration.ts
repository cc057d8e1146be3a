import { recordVersion } from '@almanac/event-sourcing';
import type { RecordRegistration } from '../recordRegistration.ts';
import { differing } from './memberChanges.ts';
import { type RecordSource, registrationOf } from './recordHistory.ts';
import { type Members, membersOf, stepsOf } from './recordView.ts';

/** What its change command has to write for a record to be again what it was. */
export interface RecordRestoration {
  /** The version at which the record stands. */
  readonly version: number;
  readonly stream: string;
  /** Where it is changed; undefined for a record that cannot be brought back. */
  readonly route?: string;
  /** The members that differ, as they were; undefined for a version that is not there. */
  readonly members?: Members;
  /** Which of them name other records, with the kind of these. */
  readonly references: Readonly<Record<string, string>>;
}

/** How a record becomes what it was after a version; undefined for one that this service does not have. */
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
  const gone = registration.isGone?.(now) ?? false;
  return {
    ...recordVersion(registration.aggregate, { id, version: last }),
    ...(written?.route !== undefined && !gone && { route: written.route.replace('{id}', id) }),
    ...(then && { members: writable(registration, now, then) }),
    references: written?.references ?? {},
  };
};

/** What differs and can be written; nothing is brought back into the trash. */
const writable = (registration: RecordRegistration, now: object, then: object): Members => {
  const wanted = membersOf(registration, then);
  const fixed = new Set(registration.written?.readOnly);
  if (wanted.status === 'trash') fixed.add('status').add('slug');
  const changes = differing(membersOf(registration, now), wanted).filter(({ member }) => !fixed.has(member));
  return Object.fromEntries(changes.map(({ member, after }) => [member, after]));
};
