import type { Collection, DocumentId, Documents, DocumentWrite, StateDocument } from '@almanac/documents';
import { type Delivery, guardOf, type Subscription } from './bus.ts';

/** The operations on documents that a copy subscription needs. */
export type CopiedDocuments = Pick<Documents, 'get' | 'write'>;

export interface CopySubscription extends Pick<Subscription, 'name' | 'sources' | 'takes'> {
  readonly documents: CopiedDocuments;
  /** Writes the changes of a delivery to the given documents, guarded by `guardOf(delivery)`. */
  handle(delivery: Delivery, documents: CopiedDocuments): Promise<void>;
}

/** Creates a subscription that only writes documents. Deliveries that come together are written together. */
export const copySubscription = ({ documents, handle, ...stated }: CopySubscription): Subscription => ({
  ...stated,
  handle: (delivery) => handle(delivery, documents),
  handleTogether: async (deliveries) => {
    const gathered = new GatheredDocuments(documents);
    for (const delivery of deliveries) await handle(delivery, gathered);
    await documents.write(gathered.writes());
  },
});

/** A delivery about a record with a number. */
type RecordDelivery = Delivery & { readonly data: { readonly id: number } };

/**
 * Stores the copy of a delivery's record, unless the stored one is as new.
 * @param complete returns the new copy from the stored one, which is null if it was dropped; returns null to drop it, and
 *   undefined if facts are missing
 * @throws IncompleteCopyError if facts are missing
 */
export const mergeCopy = async <Copy>(
  documents: CopiedDocuments,
  collection: Collection,
  delivery: RecordDelivery,
  complete: (known: Copy | null | undefined) => Copy | null | undefined,
): Promise<void> => {
  const { id } = delivery.data;
  const version = guardOf(delivery);
  const known = await documents.get<Copy>(collection, id);
  if (known !== undefined && known.version >= version) return;
  const body = complete(known?.body);
  if (body === undefined) throw new IncompleteCopyError(delivery);
  await documents.write([{ collection, id, version, body }]);
};

/** Drops the copy of a delivery's record. */
export const dropCopy = (
  documents: Pick<CopiedDocuments, 'write'>,
  collection: Collection,
  delivery: RecordDelivery,
): Promise<void> => documents.write([{ collection, id: delivery.data.id, version: guardOf(delivery), body: null }]);

/**
 * A change of a record whose first event never arrived. Thrown by `handle`, it makes the delivery a dead letter, so that no
 * incomplete record is stored.
 */
export class IncompleteCopyError extends Error {
  readonly code = 'incomplete-copy';

  constructor({ type, key }: Pick<Delivery, 'type' | 'key'>) {
    super(`${type} changes ${key}, of which nothing is known`);
    this.name = 'IncompleteCopyError';
  }
}

/** A document as it was read, or as it will be written; undefined for a missing one. */
interface GatheredDocument {
  readonly known: StateDocument | undefined;
  readonly write: DocumentWrite | undefined;
}

/** Documents that include the writes so far. Each is read once; the writes are written together at the end. */
class GatheredDocuments implements CopiedDocuments {
  readonly #documents: CopiedDocuments;
  readonly #gathered = new Map<string, GatheredDocument>();

  constructor(documents: CopiedDocuments) {
    this.#documents = documents;
  }

  writes(): DocumentWrite[] {
    return [...this.#gathered.values()].flatMap(({ write }) => write ?? []);
  }

  async get<Body>(collection: Collection, id: DocumentId): Promise<StateDocument<Body> | undefined> {
    // the caller knows the type of the document's body
    return (await this.#known(collection, id)) as StateDocument<Body> | undefined;
  }

  async write(writes: readonly DocumentWrite[]): Promise<void> {
    for (const write of writes) {
      const { collection, id, version, body } = write;
      const known = await this.#known(collection, id);
      if (known !== undefined && !isNewer(write, known)) continue;
      const { projectionVersion } = collection;
      const isNew = known === undefined || this.#gathered.get(keyOf(collection, id))?.write?.isNew === true;
      const gathered = { known: { id, version, projectionVersion, body }, write: { ...write, isNew } };
      this.#gathered.set(keyOf(collection, id), gathered);
    }
  }

  async #known(collection: Collection, id: DocumentId): Promise<StateDocument | undefined> {
    const key = keyOf(collection, id);
    const gathered = this.#gathered.get(key);
    if (gathered !== undefined) return gathered.known;
    const known = await this.#documents.get(collection, id);
    this.#gathered.set(key, { known, write: undefined });
    return known;
  }
}

/** True if a write is newer, by the rule of the stores. */
const isNewer = ({ collection, version }: DocumentWrite, known: StateDocument): boolean =>
  version > known.version || (version === known.version && collection.projectionVersion > known.projectionVersion);

const keyOf = ({ name }: Collection, id: DocumentId): string => `${name}/${typeof id} ${id}`;
