import { createHash } from 'node:crypto';
import type { CommandContext } from '@almanac/event-sourcing';
import { isFinished } from '@almanac/xliff';
import { refusedByOwner, translationErrors } from '../errors.ts';
import { jobFile } from '../job-files/jobFile.ts';
import { matchedFile } from '../job-files/matchedFile.ts';
import { differenceOf } from '../jobs/differences.ts';
import { hashOfUnits, waitForOwner } from '../jobs/finishing.ts';
import { jobDecider, revisionAt } from '../jobs/job.ts';
import { type FoundJob, findJob } from '../jobs/jobAccess.ts';
import type { JobEvent } from '../jobs/jobEvents.ts';
import type { Revision } from '../jobs/jobState.ts';
import { status } from '../jobs/statuses.ts';
import { finishedOf, type SavedUnit, type Units, unitsDecider } from '../jobs/units.ts';
import { digestOf, unitTexts } from '../jobs/unitTexts.ts';
import { noFileAs } from '../remote/remoteRefusal.ts';
import type { Translation } from '../translation.ts';

/** A delivery of an outside service, with the function that fetches its file. */
export interface Delivering {
  readonly jobId: number;
  readonly context: CommandContext;
  /** @throws RemoteRefusalError 409 while there is no file */
  readonly fetch: () => Promise<Uint8Array>;
}

/**
 * Applies a translation from an outside service, once, even if several callers report it repeatedly. The revision and
 * the hash of the file identify it. Resolves when the owner has written it, or is not available and writes it later.
 * @throws DomainError if the translation cannot be applied; the faults of the translation service
 */
export const deliver = async (translation: Translation, { jobId, context, fetch }: Delivering): Promise<void> => {
  const found = await findJob(translation, jobId);
  if (found.revision.status === status.complete) return;
  if (found.revision.writing === null) {
    const file = await fetch().catch(noFileAs(translationErrors.deliveryNotReady));
    await takeOver(translation, found, { context, file });
  }
  const ending = await waitForOwner(translation, found.job.id, jobId);
  if ('refused' in ending) throw refusedByOwner(ending.refused, 'The source of the translation no longer exists.');
};

interface FileDelivery {
  readonly context: CommandContext;
  readonly file: Uint8Array;
}

const takeOver = async (translation: Translation, found: FoundJob, { context, file }: FileDelivery): Promise<void> => {
  const { job, revision } = found;
  const jobId = revision.job_id;
  const delivery = createHash('sha256').update(file).digest('base64url');
  if (revision.delivery === delivery) return;
  const saved = await keptTargets(translation, await targetsOf(translation, found, file));
  const review = revision.automatic ? reviewOf(translation) : null;
  await translation.commands.run(
    context,
    async (unit) => {
      const now = revisionAt(await unit.load(jobDecider, job.id), jobId);
      if (now.delivery === delivery || now.status === status.complete) return;
      if (now.element_status === 'trash') throw translationErrors.sourceGone();
      const before = await unit.load(unitsDecider, jobId);
      if (!isUntouched(before, saved) && !(await isDelivered(translation, job.id, { jobId, units: before.units })))
        throw translationErrors.editedHere();
      const { units } = await unit.decide(unitsDecider, jobId, { type: 'SaveUnits', saved, filtered: true }, undefined);
      if (isWorkedOn(now)) {
        const save = { type: 'Save', jobId, finished: finishedOf(units), translator: now.translator } as const;
        await unit.decide(jobDecider, job.id, save, undefined);
      }
      const finish = { hash: hashOfUnits(units), by: 0, review, delivery };
      await unit.decide(jobDecider, job.id, { type: 'Finish', jobId, finish }, undefined);
    },
    { mutexKeys: [`jobunits-${jobId}`] },
  );
};

/** True if the job is open for work on this site. A job that is ready at an agency is not. */
const isWorkedOn = ({ status: at }: Revision): boolean => at === status.waiting || at === status.inProgress;

const reviewOf = ({ settings }: Translation) => settings.current().translation_review;

/**
 * Returns the targets of a file. Every unit must be finished and have the tags of its source.
 * @throws DomainError for a file that does not match the job
 */
const targetsOf = async (translation: Translation, found: FoundJob, file: Uint8Array): Promise<Map<string, string>> => {
  const asked = await jobFile(translation, found);
  const sources = new Map(asked.units.map(({ id, source }) => [id, source]));
  const { units: answered } = await matchedFile(file, { ...asked, sources });
  const targets = new Map<string, string>();
  for (const [id, source] of sources) {
    const unit = answered.get(id);
    if (unit === undefined || !isFinished(unit)) throw translationErrors.incompleteDelivery();
    if (differenceOf(id, source, unit.target) !== undefined) throw translationErrors.unitsDiffer();
    targets.set(id, unit.target);
  }
  return targets;
};

const keptTargets = async (translation: Translation, targets: ReadonlyMap<string, string>): Promise<SavedUnit[]> => {
  const kept = await unitTexts(translation).keep([...targets.values()]);
  return [...targets.keys()].map((id, index) => ({ id, target: kept[index] ?? '' }));
};

/**
 * True if the texts are those of the last delivery. After a refusal by the owner, the service may deliver other texts.
 */
const isDelivered = async (
  { store }: Pick<Translation, 'store'>,
  job: number,
  { jobId, units }: { readonly jobId: number } & Pick<Units, 'units'>,
): Promise<boolean> => {
  let hash: string | undefined;
  for await (const { type, data } of store.readStream<JobEvent>(`job-${job}`))
    if (type === 'JobFinished' && data.finished.jobId === jobId && data.delivery !== null) hash = data.hash;
  return hash === hashOfUnits(units);
};

/**
 * True if the units are as they were sent (version 1), or equal to the delivery. Other texts were saved here and are
 * kept.
 */
const isUntouched = ({ version, units }: Units, saved: readonly SavedUnit[]): boolean => {
  if (version <= 1) return true;
  const delivered = new Map(saved.map(({ id, target }) => [id, digestOf(target)]));
  return units.every(({ id, target }) => delivered.get(id) === digestOf(target));
};
