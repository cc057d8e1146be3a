import { type Effect, type EffectsDefinition, PostponedError, type WantedEffect } from '@almanac/effects';
import { type CommandContext, idOfStream, isEventOf } from '@almanac/event-sourcing';
import type { Commit, NewEvent } from '@almanac/event-store';
import { isPrincipalId } from '@almanac/identity';
import { z } from 'zod';
import { siteAccountOf } from '../account/accountKeys.ts';
import { registerSite } from '../account/registerSite.ts';
import { accountDecider } from '../account/siteAccount.ts';
import { isOfOriginal } from '../account/siteGuard.ts';
import { isClonedSite, isRemoteFault } from '../errors.ts';
import { type Batch, batchDecider } from '../jobs/batch.ts';
import { jobDecider } from '../jobs/job.ts';
import { requireRemote } from '../remote/requireRemote.ts';
import type { Translation } from '../translation.ts';
import { isThere, translatorDecider } from '../translators/translator.ts';
import { makeAtAgency } from './agencyJobs.ts';
import { canBeSent, makeAtEngine, type OpenJob } from './engineJobs.ts';
import { remoteNumbersOf } from './remoteNumbers.ts';
import { cancelOrder } from './sentOrders.ts';

const WAITS_CLONED_MS = 60_000;

const batchEffect = z.object({ batch: z.int() });
const jobEffect = z.object({ job: z.int(), jobId: z.int() });
const translatorEffect = z.object({ translator: z.int() });

/**
 * Returns the effects of a commit: batches to create outside, jobs to cancel there, and the site's new address. Within
 * the site, the jobs of a removed translator are unassigned.
 */
const wants = ({ events }: Commit): WantedEffect[] => events.flatMap(wishOf);

const wishOf = (event: NewEvent): WantedEffect[] => {
  const id = Number(idOfStream(event.stream));
  if (isEventOf(batchDecider, event) && event.type === 'BatchSent' && event.data.channel !== 'local') {
    const type = event.data.channel === 'ate' ? 'make-at-engine' : 'make-at-agency';
    return [{ type, receiver: 'engine', key: `batch-${id}`, data: { batch: id } }];
  }
  if (isEventOf(accountDecider, event) && event.type === 'CloneResolved' && event.data.as === 'moved')
    return [{ type: 'tell-address', receiver: 'engine', key: 'account', data: {} }];
  if (isEventOf(translatorDecider, event) && event.type === 'TranslatorRemoved')
    return [{ type: 'free-jobs', receiver: 'jobs', key: `translator-${id}`, data: { translator: id } }];
  if (isEventOf(jobDecider, event) && event.type === 'JobCancelled' && event.data.because !== 'agency') {
    const data = { job: id, jobId: event.data.job_id };
    return [{ type: 'cancel-there', receiver: 'engine', key: `job-${id}`, data }];
  }
  return [];
};

/** Returns the handlers of outside effects, which run after the commits that cause them (docs/adr/0043). */
export const outsideEffects = (translation: Translation): EffectsDefinition => ({
  name: 'translation.effects',
  wants,
  handlers: {
    'make-at-engine': { handle: whileOwn((effect) => makeBatch(translation, effect)), timeout: 120_000 },
    'make-at-agency': { handle: whileOwn((effect) => makeBatchAtAgency(translation, effect)), timeout: 120_000 },
    'cancel-there': { handle: whileOwn((effect) => cancelThere(translation, effect)), atLast: 'give-up' },
    'tell-address': { handle: whileOwn(() => tellAddress(translation)) },
    'free-jobs': { handle: (effect) => freeJobs(translation, effect) },
  },
});

/** Postpones an effect while the site is at another address and no administrator has resolved it. */
const whileOwn =
  (handle: (effect: Effect) => Promise<void>) =>
  async (effect: Effect): Promise<void> => {
    try {
      await handle(effect);
    } catch (error) {
      throw isClonedSite(error) ? new PostponedError(error.code, WAITS_CLONED_MS) : error;
    }
  };

const contextOf = ({ principal, language, correlation, id }: Effect): CommandContext => ({
  principal: isPrincipalId(principal) ? principal : 'system',
  language,
  correlation,
  causation: id,
});

/**
 * Reads a batch and its jobs from the log. Documents of a large batch may be incomplete when the effect runs, and no
 * later effect repeats the work.
 */
const jobsOfBatch = async ({ commands }: Translation, effect: Effect): Promise<{ batch: Batch; made: OpenJob[] }> => {
  const { batch: id } = batchEffect.parse(effect.data);
  const { result } = await commands.run(contextOf(effect), async (unit) => {
    const batch = await unit.load(batchDecider, id);
    return { batch, made: await Promise.all(batch.jobs.map((job) => unit.load(jobDecider, job))) };
  });
  const { batch, made } = result;
  return { batch, made: made.filter((job): job is OpenJob => job.revision?.batch.id === id) };
};

/** Creates the jobs of a batch at the engine. Jobs that the engine does not take record their own retry. */
const makeBatch = async (translation: Translation, effect: Effect): Promise<void> => {
  const { made } = await jobsOfBatch(translation, effect);
  await makeAtEngine(translation, made.filter(canBeSent), contextOf(effect)).catch((error) => {
    if (!isRemoteFault(error)) throw error;
  });
};

const makeBatchAtAgency = async (translation: Translation, effect: Effect): Promise<void> => {
  const { batch, made } = await jobsOfBatch(translation, effect);
  await makeAtAgency(translation, { batch, made, context: contextOf(effect) });
};

/**
 * Cancels a job at the outside service, which would continue the job otherwise. Does nothing if no service is
 * configured.
 */
const cancelThere = async (translation: Translation, { data }: Effect): Promise<void> => {
  if (translation.remote === undefined) return;
  const { job, jobId } = jobEffect.parse(data);
  const { editor, tp, sent } = await remoteNumbersOf(translation, job, jobId);
  if (await isOfOriginal(translation, sent)) return;
  if (editor !== null) await (await requireRemote(translation)).editor.cancel([editor]);
  if (tp !== null) await (await requireRemote(translation)).agency.cancel([tp]);
  if (editor === null && tp === null) await cancelOrder(translation, jobId);
};

/** Sends the account the new address of a moved site. */
const tellAddress = async (translation: Translation): Promise<void> => {
  const known = await siteAccountOf(translation);
  if (translation.remote !== undefined && known !== undefined) await registerSite(translation, known);
};

/**
 * Unassigns the jobs of a removed translator, if the process ended before the removal did so. A translator who was
 * added again keeps the jobs.
 */
const freeJobs = async ({ commands, jobsOfTranslators }: Translation, effect: Effect): Promise<void> => {
  const { translator } = translatorEffect.parse(effect.data);
  const context = contextOf(effect);
  const again = await commands.run(context, (unit) => unit.load(translatorDecider, translator));
  if (isThere(again.result)) return;
  await jobsOfTranslators.free(translator, { commands, context });
};
