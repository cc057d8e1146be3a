import type { Documents, Order } from '@almanac/documents';
import {
  containsFilter,
  enabledFilter,
  type KnownFilters,
  type ListArgs,
  listFilter,
  numberFilter,
  pageOf,
} from '../lists.ts';
import { currentOptions } from '../options/options.ts';
import type { Redirection, RulesOfGroups } from '../redirection.ts';
import { type Group, groups } from './group.ts';

export const groupOrders = ['name', 'id'] as const;

/** The filters of lists of groups (docs/interface/redirection.md §5). */
export const groupFilters: KnownFilters = {
  status: enabledFilter({ field: 'enabled', equals: true }),
  module: numberFilter('module_id'),
  name: containsFilter('name'),
};

/** The names of the modules in the interface; other ids have none. */
export const MODULE_NAMES: Readonly<Record<number, string>> = { 1: 'Core', 2: 'Apache', 3: 'Nginx' };

/** Returns a group as the interface shows it. */
export const groupView = ({ id, name, module_id, enabled }: Group, redirects: number) => ({
  id,
  name,
  redirects,
  module_id,
  moduleName: MODULE_NAMES[module_id] ?? '',
  enabled,
});

/** Returns the views of groups with the number of their rules, in the given order. */
export const viewsOf = async (rules: RulesOfGroups, found: readonly Group[]) => {
  const counts = await rules.countsOf(found.map(({ id }) => id));
  return found.map((group) => groupView(group, counts.get(group.id) ?? 0));
};

/** Returns one page of groups. The group that a rule was last saved in is marked as the default. */
export const groupList = async (redirection: Redirection, asked: ListArgs) => {
  const { documents, rulesOfGroups } = redirection;
  const order: Order[] = [{ field: asked.orderby === 'id' ? 'id' : 'sortName', direction: asked.direction }];
  const filter = listFilter(groupFilters, asked.filterBy);
  const { items, total } = await pageOf<Group>(documents, groups, { filter, order, asked });
  const chosen = await defaultGroup(documents);
  const views = await viewsOf(rulesOfGroups, items);
  return { items: views.map((view) => ({ ...view, ...(view.id === chosen && { default: true }) })), total };
};

/** Returns the group that a rule was last saved in; before that, the first group of the site. */
const defaultGroup = async (documents: Documents): Promise<number> =>
  (await currentOptions(documents)).last_group_id || FIRST_GROUP;

/** The id of the group that every site begins with. */
export const FIRST_GROUP = 1;

/** Returns all groups by id: as many as editors have created, some dozens. */
export const allGroups = (documents: Pick<Documents, 'find'>): Promise<Group[]> =>
  documents.find<Group>(groups, { order: [{ field: 'id', direction: 'asc' }] });
