import { systemContext } from '@almanac/content-model';
import type { UnitOfWork } from '@almanac/event-sourcing';
import { hasCode } from '@almanac/event-store';
import type { Redirection } from '../redirection.ts';
import { groupDecider } from './group.ts';
import { FIRST_GROUP } from './groupLists.ts';

const first = ['Redirections', 'Modified Posts'];

/** Creates the groups of a new site, with the ids 1 and 2. */
export const createFirstGroups = async (unit: UnitOfWork): Promise<void> => {
  for (const [index, name] of first.entries()) {
    const fields = { name, module_id: 1 };
    await unit.decide(groupDecider, FIRST_GROUP + index, { type: 'CreateGroup', fields }, undefined);
  }
};

/** Creates the initial data of a site. It happens once, even if several processes start at the same time. */
export const firstStart = async ({ commands, settings }: Redirection): Promise<void> => {
  const context = systemContext(settings.current().default_language, 'first-start');
  try {
    await commands.run(context, async (unit) => {
      if ((await unit.version(groupDecider, FIRST_GROUP)) > 0) return;
      unit.once('first-start');
      await createFirstGroups(unit);
    });
  } catch (error) {
    if (!hasCode(error, 'key-taken')) throw error;
  }
};
