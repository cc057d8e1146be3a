import { createFirstGroups } from '../groups/firstGroups.ts';
import { groupDecider } from '../groups/group.ts';
import { allGroups, type GroupsRedirection } from '../groups/groupLists.ts';
import { notFoundLog, redirectLog } from '../logs/accessLog.ts';
import { emptyLog } from '../logs/deleteLogs.ts';
import { OPTIONS_STREAM, optionsDecider, SITE } from '../options/options.ts';
import type { Acting } from '../ports.ts';

/**
 * Deletes all rules, groups, logs and settings, and leaves what a new site begins with. The rules go first, so that what
 * is broken off can be done again.
 */
export const startAnew = async (redirection: GroupsRedirection, acting: Acting): Promise<void> => {
  const known = await allGroups(redirection.documents);
  for (const { id } of known) await redirection.rulesOfGroups.deleteAllOf(id, acting);
  await acting.commands.run(
    acting.context,
    async (unit) => {
      for (const { id } of known) await unit.decide(groupDecider, id, { type: 'DeleteGroup' }, undefined);
      await createFirstGroups(unit);
      await unit.decide(optionsDecider, SITE, { type: 'ResetOptions' }, undefined);
    },
    { mutexKeys: [OPTIONS_STREAM] },
  );
  await emptyLog(redirection, redirectLog);
  await emptyLog(redirection, notFoundLog);
};
