import type { Element } from '@almanac/contracts';
import type { CommandContext } from '@almanac/event-sourcing';
import type { Translation } from '../translation.ts';
import { jobDecider, jobs } from './job.ts';
import type { JobCommand } from './jobCommands.ts';
import type { Job } from './jobState.ts';

/** Runs a command on one job for an answer of its source's owner. A late or repeated answer changes nothing. */
export const answerJob = async (
  { commands }: Pick<Translation, 'commands'>,
  context: CommandContext,
  { job, command }: { readonly job: number; readonly command: JobCommand },
): Promise<void> => {
  await commands.run(context, (unit) => unit.decide(jobDecider, job, command, undefined), {
    mutexKeys: [`job-${job}`],
  });
};

/** True if there is a job, in any state. */
export const hasJobs = async ({ documents }: Pick<Translation, 'documents'>): Promise<boolean> =>
  (await documents.find<Job>(jobs, { limit: 1 })).length > 0;

/** Returns the jobs whose source is the element. */
export const jobsOfSource = ({ documents }: Pick<Translation, 'documents'>, { type, id }: Element): Promise<Job[]> =>
  documents.find<Job>(jobs, {
    filter: {
      all: [
        { field: 'revision.element.type', equals: type },
        { field: 'revision.element.id', equals: id },
      ],
    },
  });

/** Returns the jobs whose written version is the element. */
export const jobsOfVersion = ({ documents }: Pick<Translation, 'documents'>, { type, id }: Element): Promise<Job[]> =>
  documents.find<Job>(jobs, {
    filter: {
      all: [
        { field: 'revision.element.type', equals: type },
        { field: 'revision.written.version', equals: id },
      ],
    },
  });

/** Runs a command on several jobs in one commit. */
export const runOnJobs = async (
  { commands }: Pick<Translation, 'commands'>,
  context: CommandContext,
  found: readonly Pick<Job, 'id'>[],
  command: JobCommand,
): Promise<void> => {
  if (found.length === 0) return;
  await commands.run(context, async (unit) => {
    for (const { id } of found) await unit.decide(jobDecider, id, command, undefined);
  });
};
