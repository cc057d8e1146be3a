import type { Documents } from '@almanac/documents';
import { idOfStream } from '@almanac/event-sourcing';
import { can, type Principal } from '@almanac/identity';
import { type RecordSource, registrationOf } from './recordHistory.ts';

/** True if a user may read a record's history: operators of every record, others of records that they may edit now. */
export const maySeeRecord = async (
  source: Pick<RecordSource, 'registrations'> & { readonly documents: Documents },
  principal: Principal,
  kind: string,
  id: string,
): Promise<boolean> => {
  if (principal.kind === 'system' || can(principal, 'manage_options')) return true;
  const registration = registrationOf(source, kind);
  if (registration?.mayEdit === undefined) return false;
  const state = (await source.documents.get<object>(registration.collection, idOfStream(`${kind}-${id}`)))?.body;
  return state != null && registration.mayEdit(principal, state);
};
