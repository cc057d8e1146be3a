import type { Documents } from '@almanac/documents';
import { idOfStream } from '@almanac/event-sourcing';
import type { RecordRegistration } from '../recordRegistration.ts';

/** An existing record, and its name. */
export interface NamedRecord {
  readonly id: string;
  readonly name: string | null;
}

/** True unless the record is missing or in the trash: nothing may refer to it there. */
const isUsable = (body: object | null | undefined): body is object =>
  body != null && !('status' in body && body.status === 'trash');

/** Returns those of the given records that exist outside the trash, with their names; none for an unknown kind. */
export const recordNames = async (
  {
    documents,
    registrations,
  }: { readonly documents: Documents; readonly registrations: readonly RecordRegistration[] },
  kind: string,
  ids: readonly string[],
): Promise<NamedRecord[]> => {
  const registration = registrations.find(({ aggregate }) => aggregate.category === kind);
  if (registration === undefined) return [];
  const found = await Promise.all(
    ids.map(async (id) => {
      const body = (await documents.get<object>(registration.collection, idOfStream(`${kind}-${id}`)))?.body;
      return isUsable(body) ? [{ id, name: registration.written?.name?.(body) ?? null }] : [];
    }),
  );
  return found.flat();
};
