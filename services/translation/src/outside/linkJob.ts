import type { CommandContext, Commands } from '@almanac/event-sourcing';
import { translationErrors } from '../errors.ts';
import { jobDecider } from '../jobs/job.ts';

interface Linking {
  readonly id: number;
  readonly jobId: number;
  readonly number: number;
}

/**
 * Links a job to its number at the engine. A claim makes each number unique.
 * @throws DomainError 409 if another job has the number, or the job is not open
 */
export const linkJob = async (
  { commands }: { readonly commands: Commands },
  context: CommandContext,
  { id, jobId, number }: Linking,
): Promise<void> => {
  await commands.run(context, async (unit) => {
    await unit.decide(jobDecider, id, { type: 'LinkRemote', jobId, editorJobId: number }, undefined);
    const stream = `job-${id}`;
    const holder = await unit.holder('engine-job', String(number));
    if (holder !== null && holder !== stream) throw translationErrors.takenEngineNumber();
    await unit.take('engine-job', String(number), stream);
  });
};
