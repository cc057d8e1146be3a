import type { CommandContext } from '@almanac/event-sourcing';
import { isChangedJob } from '../errors.ts';
import { jobDecider } from '../jobs/job.ts';
import type { RemoteCommand } from '../jobs/jobCommands.ts';
import type { Job } from '../jobs/jobState.ts';
import type { Translation } from '../translation.ts';

/**
 * Runs a command on a job for an answer of an outside service.
 * @returns false if the job was cancelled or sent again meanwhile, so that the command was dropped
 */
export const recordAnswer = async (
  { commands }: Pick<Translation, 'commands'>,
  { id }: Pick<Job, 'id'>,
  command: RemoteCommand,
  context: CommandContext,
): Promise<boolean> => {
  try {
    await commands.run(context, (unit) => unit.decide(jobDecider, id, command, undefined));
    return true;
  } catch (error) {
    if (isChangedJob(error)) return false;
    throw error;
  }
};
