import { createFirstGroups } from '../groups/firstGroups.ts';
import { groupDecider } from '../groups/group.ts';
import { allGroups } from '../groups/groupLists.ts';
import { notFoundLog, redirectLog } from '../logs/accessLog.ts';
import { deleteMatching } from '../logs/deleteLogs.ts';
import { OPTIONS_STREAM, optionsDecider, SITE } from '../options/options.ts';
import type { Acting, Redirection } from '../redirection.ts';
import { keepToken } from '../settings/token.ts';

/**
 * Deletes all rules, groups, logs and settings, and restores the data of a new site. The rules are deleted first, so
 * that an interrupted run can be repeated.
 */
export const resetData = async (redirection: Redirection, acting: Acting): Promise<void> => {
  while (!(await emptied(redirection, acting)));
  await keepToken(redirection.entries, '');
  for (const log of [redirectLog, notFoundLog]) await deleteMatching(redirection, log, { all: [] }, acting.abandoned());
};

/** Returns true if everything is deleted; false if a group changed in between, because it may have received rules. */
const emptied = async (redirection: Redirection, acting: Acting): Promise<boolean> => {
  const known = await allGroups(redirection.documents);
  for (const { id } of known) await redirection.rulesOfGroups.deleteAllOf(id, acting);
  const { result } = await acting.commands.run(
    acting.context,
    async (unit) => {
      for (const { id, version } of known) if ((await unit.version(groupDecider, id)) !== version) return false;
      for (const { id } of known) await unit.decide(groupDecider, id, { type: 'DeleteGroup' }, undefined);
      await createFirstGroups(unit);
      await unit.decide(optionsDecider, SITE, { type: 'ResetOptions' }, undefined);
      return true;
    },
    { mutexKeys: [OPTIONS_STREAM] },
  );
  return result;
};
