import { groupDecider } from '../groups/group.ts';
import { allGroups } from '../groups/groupLists.ts';
import { currentOptions, OPTIONS_STREAM, optionsDecider, SITE } from '../options/options.ts';
import type { Acting, Redirection } from '../redirection.ts';
import { inParts } from '../rules/bulkRules.ts';
import { isThere, ruleDecider } from '../rules/rule.ts';
import { fillGroup } from '../rules/ruleWriting.ts';
import { rulesWithoutGroup } from './status.ts';

const NEW_GROUP = 'new group';

/** Returns the id of the first group; creates a group if there is none. */
const firstGroup = async ({ documents, numbers }: Redirection, { commands, context }: Acting): Promise<number> => {
  const [first] = await allGroups(documents);
  if (first !== undefined) return first.id;
  const id = await numbers.next('records');
  const fields = { name: NEW_GROUP, module_id: 1 };
  await commands.run(context, (unit) => unit.decide(groupDecider, id, { type: 'CreateGroup', fields }, undefined));
  return id;
};

/** Repairs the problems from `findings`: a missing group, rules without their group, a missing group of the monitor. */
export const repair = async (redirection: Redirection, acting: Acting): Promise<void> => {
  const { documents } = redirection;
  const group = await firstGroup(redirection, acting);
  for await (const ids of inParts(documents, rulesWithoutGroup)) {
    acting.abandoned().throwIfAborted();
    await moveRules(acting, ids, group);
  }
  const { monitor_post: watched } = await currentOptions(documents);
  const known = await allGroups(documents);
  if (watched === 0 || known.some(({ id }) => id === watched)) return;
  await acting.commands.run(
    acting.context,
    (unit) => unit.decide(optionsDecider, SITE, { type: 'ChangeOptions', changes: { monitor_post: group } }, undefined),
    { mutexKeys: [OPTIONS_STREAM] },
  );
};

const moveRules = async ({ commands, context }: Acting, ids: readonly number[], group_id: number): Promise<void> => {
  await commands.run(context, async (unit) => {
    let moved = 0;
    for (const id of ids) {
      if (!isThere(await unit.load(ruleDecider, id))) continue;
      await unit.decide(ruleDecider, id, { type: 'ChangeRule', changes: { group_id } }, undefined);
      moved += 1;
    }
    if (moved > 0) await fillGroup(unit, group_id, moved);
  });
};
