import { streamOf } from '@almanac/event-sourcing';
import { type Filters, strictFilter } from '../lists.ts';
import type { Acting, Redirection } from '../redirection.ts';
import { type Group, groupDecider, groups, isThere } from './group.ts';
import { groupFilters } from './groupLists.ts';

export const groupActions = ['delete', 'enable', 'disable'] as const;
type GroupAction = (typeof groupActions)[number];

const commandOf = {
  enable: 'EnableGroup',
  disable: 'DisableGroup',
} as const;

interface BulkArgs {
  readonly bulk: GroupAction;
  /** The chosen ids; undefined if the filters choose. */
  readonly ids: readonly number[] | undefined;
  readonly global?: boolean | undefined;
  readonly filterBy?: Filters | undefined;
}

/**
 * Applies an action to several groups. Unknown ids are skipped. The rules of a deleted group are deleted first, so that
 * an interrupted run leaves no rule without its group.
 * @throws DomainError 400 for an unknown filter value
 */
export const bulkGroups = async (redirection: Redirection, acting: Acting, asked: BulkArgs): Promise<void> => {
  for (const id of asked.ids ?? (await filtered(redirection, asked))) {
    if (asked.bulk === 'delete') await deleteGroup(redirection, acting, id);
    else await actOn(acting, id, asked.bulk);
  }
};

const filtered = async ({ documents }: Redirection, { global, filterBy }: BulkArgs): Promise<number[]> => {
  if (global !== true) return [];
  const found = await documents.find<Group>(groups, { filter: strictFilter(groupFilters, filterBy) });
  return found.map(({ id }) => id);
};

const actOn = async ({ commands, context }: Acting, id: number, action: keyof typeof commandOf): Promise<void> => {
  await commands.run(
    context,
    async (unit) => {
      if (!isThere(await unit.load(groupDecider, id))) return;
      await unit.decide(groupDecider, id, { type: commandOf[action] }, undefined);
    },
    { mutexKeys: [streamOf(groupDecider, id)] },
  );
};

/** Deletes a group after its rules. Starts again if the group has received rules in between. */
const deleteGroup = async (redirection: Redirection, acting: Acting, id: number): Promise<void> => {
  for (;;) {
    const group = await redirection.documents.get<Group>(groups, id);
    if (!group?.body) return;
    await redirection.rulesOfGroups.deleteAllOf(id, acting);
    if (await deletedAt(acting, id, group.version)) return;
  }
};

/** Deletes the group if it has that version. Returns false if it has another; true if it is deleted. */
const deletedAt = async ({ commands, context }: Acting, id: number, version: number): Promise<boolean> => {
  const { result } = await commands.run(
    context,
    async (unit) => {
      if (!isThere(await unit.load(groupDecider, id))) return true;
      if ((await unit.version(groupDecider, id)) !== version) return false;
      await unit.decide(groupDecider, id, { type: 'DeleteGroup' }, undefined);
      return true;
    },
    { mutexKeys: [streamOf(groupDecider, id)] },
  );
  return result;
};
