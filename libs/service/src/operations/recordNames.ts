import type { Documents } from '@almanac/documents';
import { idOfStream } from '@almanac/event-sourcing';
import type { RecordRegistration } from '../recordRegistration.ts';

/** A record that is there, and what people call it. */
export interface NamedRecord {
  readonly id: string;
  readonly name: string | null;
}

/** Nothing may name a record that is in the trash. */
const isUsable = (body: object | null | undefined): body is object =>
  body != null && !('status' in body && body.status === 'trash');

/** Which of these records a service has, outside the trash, and their names; none for a kind that it does not have. */
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
