import { streamOf, type UnitOfWork } from '@almanac/event-sourcing';
import type { RestRequest } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { type Activity, withActivity } from './activity.ts';
import { BatchPictures } from './batchPictures.ts';
import { inTurn } from './batchTurn.ts';
import { type BatchName, type ImportState, importAggregate, imports } from './import.ts';
import { type BatchProgress, importDecider, isRepeated, requireNext } from './importCommands.ts';
import { batchHash, digestOf } from './importHash.ts';
import { ITEMS_A_COMMIT, type PreparedItem, prepareItems, SIZE_A_COMMIT, writeItems } from './importItems.ts';

/** A batch as an outside service sends it. */
export interface SentBatch {
  readonly id: string;
  readonly name: BatchName;
  readonly events: readonly unknown[];
  readonly progress: BatchProgress;
}

/** The result of a batch; the last one has no next hash. */
export interface BatchOutcome {
  readonly activity: Activity;
  readonly next: string | undefined;
}

/**
 * Takes a batch. If its events and the next hash do not fit into one commit, it takes several and stores its progress;
 * the same batch, sent again, continues there. The previous batch, sent again, gets its answer again. A batch that is
 * sent while it is being taken waits.
 * @throws DomainError 400 naming `import_id` or `batch_hash`, 503 `import-batch-running`
 */
export const importBatch = async (
  calendar: Calendar,
  request: RestRequest<unknown>,
  batch: SentBatch,
): Promise<BatchOutcome> => {
  const { id, name } = batch;
  const state = await importOf(calendar, id);
  if (isRepeated(state, name)) return outcomeOf(calendar, state);
  // a request without the hash gets no lease
  requireNext(state, name);
  return inTurn(calendar, request, { id, work: () => takeChunks(calendar, request, batch) });
};

const takeChunks = async (
  calendar: Calendar,
  request: RestRequest<unknown>,
  batch: SentBatch,
): Promise<BatchOutcome> => {
  const pictures = new BatchPictures(calendar);
  for (;;) {
    const state = await importOf(calendar, batch.id);
    if (isRepeated(state, batch.name)) return outcomeOf(calendar, state);
    requireNext(state, batch.name);
    const from = state.begun?.items ?? 0;
    const items = await prepareItems({ calendar, request, state, pictures }, chunkOf(batch.events, from));
    const context = { ...request.context, principal: `user:${state.startedBy}` as const, language: state.language };
    const decide = (unit: UnitOfWork) => decideItems(unit, calendar, batch, { from, items });
    const mutexKeys = [streamOf(importAggregate, batch.id)];
    const { result } = await request.commands.run(context, decide, { mutexKeys });
    if (result.begun === null) return outcomeOf(calendar, result);
  }
};

/** Returns the state of an import; an unknown one expects no batch. */
export const importOf = async ({ documents }: Calendar, id: string): Promise<ImportState> =>
  (await documents.get<ImportState>(imports, id))?.body ?? importAggregate.initialState;

const outcomeOf = ({ secret }: Calendar, { id, batches, last }: ImportState): BatchOutcome => ({
  activity: last?.activity ?? {},
  next: last?.isTheEnd ? undefined : batchHash(secret, id, batches),
});

const chunkOf = (events: readonly unknown[], from: number): unknown[] => {
  const chunk: unknown[] = [];
  let size = 0;
  for (const item of events.slice(from, from + ITEMS_A_COMMIT)) {
    size += JSON.stringify(item ?? null).length;
    if (chunk.length > 0 && size > SIZE_A_COMMIT) break;
    chunk.push(item);
  }
  return chunk;
};

interface Chunk {
  /** The number of items of the batch before these. */
  readonly from: number;
  readonly items: readonly PreparedItem[];
}

const decideItems = async (
  unit: UnitOfWork,
  calendar: Calendar,
  { id, name, events, progress }: SentBatch,
  { from, items }: Chunk,
): Promise<ImportState> => {
  const state = await unit.load(importAggregate, id);
  if (isRepeated(state, name)) return state;
  requireNext(state, name);
  // another process has taken these
  if ((state.begun?.items ?? 0) !== from) return state;
  const { activity, errors } = await writeItems(unit, calendar, state, items);
  const taken = { ...name, items: items.length, activity, errors };
  if (from + items.length < events.length)
    return unit.decide(importDecider, id, { type: 'TakeItems', taken }, undefined);
  const touched = touchedIn(withActivity(state.begun?.activity ?? {}, activity));
  const touchesAll = touched > 0 && touched === events.length;
  const next = digestOf(batchHash(calendar.secret, id, state.batches + 1));
  return unit.decide(importDecider, id, { type: 'TakeBatch', taken, progress, touchesAll, next }, undefined);
};

/** Returns the number of events that were created, changed or found unchanged. */
const touchedIn = ({ cal_events: { created = [], updated = [], skipped = [] } = {} }: Activity): number =>
  new Set([...created, ...updated, ...skipped]).size;
