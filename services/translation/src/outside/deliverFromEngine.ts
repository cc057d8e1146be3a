import type { CommandContext } from '@almanac/event-sourcing';
import { translationErrors } from '../errors.ts';
import { requireRemote } from '../remote/requireRemote.ts';
import type { Translation } from '../translation.ts';
import { deliver } from './deliver.ts';
import type { OpenJob } from './engineJobs.ts';

/** Applies the engine's translation of a job; see `deliver`. */
export const deliverFromEngine = async (
  translation: Translation,
  { revision }: OpenJob,
  context: CommandContext,
): Promise<void> => {
  const { job_id: jobId, editor_job_id: number } = revision;
  if (number === null) throw translationErrors.deliveryNotReady();
  await deliver(translation, {
    jobId,
    context,
    fetch: async () => (await requireRemote(translation)).editor.xliff(number),
  });
};
