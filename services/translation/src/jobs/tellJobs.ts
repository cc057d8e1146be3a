import type { Element } from '@almanac/contracts';
import type { CommandContext } from '@almanac/event-sourcing';
import type { Translation } from '../translation.ts';
import { jobDecider, jobs } from './job.ts';
import type { JobCommand } from './jobCommands.ts';
import type { Job } from './jobState.ts';

/** Tells one job something that its owner has said; what comes late or again changes nothing. */
export const answerJob = async (
  { commands }: Pick<Translation, 'commands'>,
  context: CommandContext,
  { job, command }: { readonly job: number; readonly command: JobCommand },
): Promise<void> => {
  await commands.run(context, (unit) => unit.decide(jobDecider, job, command, undefined), {
    mutexKeys: [`job-${job}`],
  });
};

/** The jobs of which the element is the source. */
export const jobsOfSource = ({ documents }: Pick<Translation, 'documents'>, { type, id }: Element): Promise<Job[]> =>
  documents.find<Job>(jobs, {
    filter: {
      all: [
        { field: 'revision.element.type', equals: type },
        { field: 'revision.element.id', equals: id },
      ],
    },
  });

/** The jobs by which the element was written. */
export const jobsOfVersion = ({ documents }: Pick<Translation, 'documents'>, { type, id }: Element): Promise<Job[]> =>
  documents.find<Job>(jobs, {
    filter: {
      all: [
        { field: 'revision.element.type', equals: type },
        { field: 'revision.written.version', equals: id },
      ],
    },
  });

/** Tells jobs something in one commit. */
export const tellJobs = async (
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
