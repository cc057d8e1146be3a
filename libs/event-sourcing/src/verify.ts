import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Collection, DocumentId, Documents, Rebuild, StateDocument } from '@almanac/documents';
import { type RebuildOptions, replayInto } from './rebuild.ts';
import { collectionsOf } from './registrationIndex.ts';
import type { OnUnstorable } from './replay.ts';
import { faultsOfLog } from './verifyLog.ts';

const PAGE = 500;
/** A document that may have been written meanwhile is compared this many times, with this many ms in between. */
const MAX_ATTEMPTS = 5;
const BETWEEN_LOOKS = 20;

export interface VerifyReport {
  readonly commits: number;
  readonly events: number;
  /** Number of compared documents, tombstones included. */
  readonly documents: number;
  /** The faults in words; empty for a sound service. */
  readonly faults: readonly string[];
}

/**
 * Checks a service's data: dense positions, contiguous versions in each stream, and keys that belong to their commits.
 * Every document must be the fold of its stream. Concurrent writes are allowed; the live documents stay unchanged.
 * @throws DomainError `rest_unknown_event`; the signal's reason
 */
export const verifyDocuments = async (options: RebuildOptions): Promise<VerifyReport> => {
  const faults = await faultsOfLog(options.store);
  if (faults.length > 0) return { commits: 0, events: 0, documents: 0, faults };
  const collections = options.collections ?? collectionsOf(options.registrations);
  const generation = await options.documents.rebuild(collections);
  try {
    const onUnstorable: OnUnstorable = ({ message }) => void faults.push(message);
    const report = await replayInto(generation, { ...options, onUnstorable });
    let documents = 0;
    for (const collection of collections) {
      const compared = await compare({ live: options.documents, generation, collection });
      documents += compared.documents;
      faults.push(...compared.faults);
    }
    return { ...report, documents, faults };
  } finally {
    await generation.abandon();
  }
};

interface Comparison {
  readonly live: Documents;
  /** Documents just folded from the log, and updated by all writers since. */
  readonly generation: Rebuild;
  readonly collection: Collection;
}

const compare = async (comparison: Comparison): Promise<{ documents: number; faults: string[] }> => {
  const { generation, collection } = comparison;
  const faults: string[] = [];
  let documents = 0;
  for (let after: DocumentId | undefined; ; ) {
    const page = await generation.read(collection, after, PAGE);
    for (const folded of page) {
      const { id } = folded;
      // read again only if it differs, because it may have been written meanwhile
      if (!(await isStored(comparison, folded)) && !(await eventually(() => isSame(comparison, after, id))))
        faults.push(`${collection.name}/${id} is no fold`);
      after = id;
      documents++;
    }
    if (page.length === 0) break;
  }
  if (!(await eventually(async () => (await counts(comparison)).agree))) {
    const { stored, folded } = await counts(comparison);
    faults.push(`${collection.name} has ${stored} documents where the log makes ${folded}`);
  }
  return { documents, faults };
};

const isStored = async ({ live, collection }: Comparison, folded: StateDocument): Promise<boolean> =>
  isDeepStrictEqual(plain(await live.get(collection, folded.id)), plain(folded));

const isSame = async (comparison: Comparison, after: DocumentId | undefined, id: DocumentId): Promise<boolean> => {
  const { generation, collection } = comparison;
  const [folded] = await generation.read(collection, after, 1);
  return folded?.id !== id || isStored(comparison, folded);
};

/** Returns the plain content of a document: objects of two databases may differ in prototypes. */
const plain = (document: object | undefined): unknown => JSON.parse(JSON.stringify(document ?? null));

const counts = async ({ live, generation, collection }: Comparison) => {
  let folded = 0;
  for (let after: DocumentId | undefined; ; ) {
    const page = await generation.read(collection, after, PAGE);
    folded += page.filter((document) => document.body !== null).length;
    after = page.at(-1)?.id;
    if (after === undefined) break;
  }
  const stored = await live.count(collection);
  return { stored, folded, agree: stored === folded };
};

const eventually = async (holds: () => Promise<boolean>): Promise<boolean> => {
  for (let look = 1; look <= MAX_ATTEMPTS; look++) {
    if (await holds()) return true;
    if (look < MAX_ATTEMPTS) await pause(BETWEEN_LOOKS);
  }
  return false;
};
