import type { CommandContext } from '@almanac/event-sourcing';
import { isDomainError } from '@almanac/i18n';
import { jobDecider } from '../jobs/job.ts';
import type { RemoteCommand } from '../jobs/jobCommands.ts';
import type { Job } from '../jobs/jobState.ts';
import type { Translation } from '../translation.ts';

/**
 * Tells a job what was heard of it at a service outside.
 * @returns false where the job was cancelled or sent again meanwhile, so that it was not told
 */
export const noteHeard = async (
  { commands }: Pick<Translation, 'commands'>,
  { id }: Pick<Job, 'id'>,
  command: RemoteCommand,
  context: CommandContext,
): Promise<boolean> => {
  try {
    await commands.run(context, (unit) => unit.decide(jobDecider, id, command, undefined));
    return true;
  } catch (error) {
    if (isDomainError(error) && error.status === 409) return false;
    throw error;
  }
};
