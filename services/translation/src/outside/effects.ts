import { type Effect, type EffectsDefinition, PostponedError, type WantedEffect } from '@almanac/effects';
import { type CommandContext, idOfStream, isEventOf } from '@almanac/event-sourcing';
import type { Commit, NewEvent } from '@almanac/event-store';
import { isPrincipalId } from '@almanac/identity';
import { z } from 'zod';
import { siteAccountOf } from '../account/accountKeys.ts';
import { accountDecider } from '../account/siteAccount.ts';
import { isClonedSite, isOfOriginal } from '../account/siteGuard.ts';
import { tellSite } from '../account/tellSite.ts';
import { type Batch, batchDecider } from '../jobs/batch.ts';
import { jobDecider } from '../jobs/job.ts';

import { isRemoteFault } from '../remote/remoteFaults.ts';
import { requireRemote } from '../remote/requireRemote.ts';
import type { Translation } from '../translation.ts';
import { isThere, translatorDecider } from '../translators/translator.ts';
import { makeAtAgency } from './agencyJobs.ts';
import { canBeMade, makeAtEngine, type OpenJob } from './engineJobs.ts';
import { remoteNumbersOf } from './remoteNumbers.ts';

const WAITS_CLONED_MS = 60_000;

const batchEffect = z.object({ batch: z.int() });
const jobEffect = z.object({ job: z.int(), jobId: z.int() });
const translatorEffect = z.object({ translator: z.int() });

/**
 * What a commit wants of services outside: that a batch is made there, a job cancelled, or where the site has moved to; and
 * of jobs here, that none stays with a translator who is gone.
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

/** What is done once the commit that wants it is there (docs/adr/0043). */
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

/** Until somebody has said what a site at another address is, what is wanted waits. */
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

/** As the log has them: of a large batch the documents may be there in part when the effect is, and no other asks again. */
const jobsOfBatch = async ({ commands }: Translation, effect: Effect): Promise<{ batch: Batch; made: OpenJob[] }> => {
  const { batch: id } = batchEffect.parse(effect.data);
  const { result } = await commands.run(contextOf(effect), async (unit) => {
    const batch = await unit.load(batchDecider, id);
    return { batch, made: await Promise.all(batch.jobs.map((job) => unit.load(jobDecider, job))) };
  });
  const { batch, made } = result;
  return { batch, made: made.filter((job): job is OpenJob => job.revision?.batch.id === id) };
};

/** What the engine does not take is noted with the jobs, which are tried again by themselves. */
const makeBatch = async (translation: Translation, effect: Effect): Promise<void> => {
  const { made } = await jobsOfBatch(translation, effect);
  await makeAtEngine(translation, made.filter(canBeMade), contextOf(effect)).catch((error) => {
    if (!isRemoteFault(error)) throw error;
  });
};

const makeBatchAtAgency = async (translation: Translation, effect: Effect): Promise<void> => {
  const { batch, made } = await jobsOfBatch(translation, effect);
  await makeAtAgency(translation, { batch, made, context: contextOf(effect) });
};

/** What was cancelled here goes on there until it hears of it; a service that is gone need not. */
const cancelThere = async (translation: Translation, { data }: Effect): Promise<void> => {
  if (translation.remote === undefined) return;
  const { job, jobId } = jobEffect.parse(data);
  const { editor, tp, sent } = await remoteNumbersOf(translation, job, jobId);
  if (await isOfOriginal(translation, sent)) return;
  if (editor !== null) await (await requireRemote(translation)).editor.cancel([editor]);
  if (tp !== null) await (await requireRemote(translation)).agency.cancel([tp]);
};

/** Where the site is that has moved. */
const tellAddress = async (translation: Translation): Promise<void> => {
  const known = await siteAccountOf(translation);
  if (translation.remote !== undefined && known !== undefined) await tellSite(translation, known);
};

/**
 * Whoever removes a translator frees the jobs at once; here it is done where the process has ended in between. Somebody who
 * is a translator again keeps them.
 */
const freeJobs = async ({ commands, jobsOfTranslators }: Translation, effect: Effect): Promise<void> => {
  const { translator } = translatorEffect.parse(effect.data);
  const context = contextOf(effect);
  const again = await commands.run(context, (unit) => unit.load(translatorDecider, translator));
  if (isThere(again.result)) return;
  await jobsOfTranslators.free(translator, { commands, context });
};
