import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Translation } from '../translation.ts';
import { jobs } from './job.ts';
import type { Job } from './jobState.ts';
import { status } from './statuses.ts';
import type { Unit } from './units.ts';
import { digestOf } from './unitTexts.ts';

/** Time that the answer to a completion waits for the owner of the source. */
const PATIENCE_MS = 5_000;
const FIRST_LOOK_MS = 4;
const MAX_PAUSE_MS = 100;

/** Returns the hash that identifies the finished texts of a revision. */
export const hashOfUnits = (units: readonly Unit[]): string => {
  const hash = createHash('sha256');
  for (const { id, target } of units) hash.update(`${id}\0${digestOf(target)}\n`);
  return hash.digest('base64url');
};

/** Polls until `look` finds something or the wait times out, with growing pauses. Returns undefined after a timeout. */
export const pollUntilFound = async <Found>(look: () => Promise<Found | undefined>): Promise<Found | undefined> => {
  const end = performance.now() + PATIENCE_MS;
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    const found = await look();
    if (found !== undefined || performance.now() >= end) return found;
    await setTimeout(pause);
  }
};

/** The result of a finished job. */
export type Ending =
  | { readonly written: Job }
  /** The owner of the source refused to write it, with this error code. */
  | { readonly refused: string }
  /** The result is unknown: the owner is not available. */
  | { readonly waiting: Job | undefined };

/** Waits for the answer of the source's owner to a finished job. */
export const waitForOwner = async (
  { documents }: Pick<Translation, 'documents'>,
  id: number,
  jobId: number,
): Promise<Ending> => {
  const read = async (): Promise<Job | undefined> => (await documents.get<Job>(jobs, id))?.body ?? undefined;
  const found = await pollUntilFound<Ending>(async () => {
    const job = await read();
    if (job?.revision?.job_id !== jobId) return { refused: 'i18n_source_gone' };
    const { status: at, writing, refusal } = job.revision;
    if (at === status.complete) return { written: job };
    return writing === null ? { refused: refusal ?? 'i18n_source_gone' } : undefined;
  });
  return found ?? { waiting: await read() };
};
