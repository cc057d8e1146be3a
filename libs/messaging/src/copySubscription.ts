import type { Collection, DocumentId, Documents, DocumentWrite, StateDocument } from '@almanac/documents';
import type { Delivery, Subscription } from './bus.ts';

/** The operations on documents that a copy subscription needs. */
export type CopiedDocuments = Pick<Documents, 'get' | 'write'>;

export interface CopySubscription extends Pick<Subscription, 'name' | 'sources' | 'takes' | 'ignores'> {
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

/** Documents that include the writes so far. The writes are gathered and written together at the end. */
class GatheredDocuments implements CopiedDocuments {
  readonly #documents: CopiedDocuments;
  readonly #writes = new Map<string, DocumentWrite>();

  constructor(documents: CopiedDocuments) {
    this.#documents = documents;
  }

  writes(): DocumentWrite[] {
    return [...this.#writes.values()];
  }

  async get<Body>(collection: Collection, id: DocumentId): Promise<StateDocument<Body> | undefined> {
    // the caller knows the type of the document's body
    const gathered = this.#writes.get(keyOf(collection, id)) as DocumentWrite<Body> | undefined;
    if (gathered === undefined) return this.#documents.get(collection, id);
    const { version, body } = gathered;
    return { id, version, projectionVersion: collection.projectionVersion, body };
  }

  async write(writes: readonly DocumentWrite[]): Promise<void> {
    for (const write of writes) {
      const { collection, id } = write;
      const known = await this.get(collection, id);
      if (known === undefined || isNewer(write, known)) this.#writes.set(keyOf(collection, id), write);
    }
  }
}

/** True if a write is newer, by the rule of the stores. */
const isNewer = ({ collection, version }: DocumentWrite, known: StateDocument): boolean =>
  version > known.version || (version === known.version && collection.projectionVersion > known.projectionVersion);

const keyOf = ({ name }: Collection, id: DocumentId): string => `${name}/${JSON.stringify(id)}`;
