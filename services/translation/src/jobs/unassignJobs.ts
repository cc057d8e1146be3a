import type { Acting, Translation } from '../translation.ts';
import { jobs } from './job.ts';
import type { Job } from './jobState.ts';
import { runOnJobs } from './runOnJobs.ts';
import { openStatuses } from './statuses.ts';

const AT_ONCE = 100;

/** Unassigns the open jobs of a removed translator, some per commit. The query no longer finds freed jobs. */
export const unassignJobs = async (
  { documents }: Pick<Translation, 'documents'>,
  { commands, context }: Acting,
  user: number,
): Promise<void> => {
  const own = {
    all: [
      { field: 'revision.translator', equals: user },
      { field: 'revision.status', in: openStatuses },
    ],
  };
  for (;;) {
    const found = await documents.find<Job>(jobs, { filter: own, limit: AT_ONCE });
    if (found.length === 0) return;
    await runOnJobs({ commands }, context, found, { type: 'FreeOf', translator: user });
  }
};
