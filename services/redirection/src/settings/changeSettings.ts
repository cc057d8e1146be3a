import type { Group } from '../groups/group.ts';
import type { Options } from '../options/options.ts';
import { optionReaders } from './sentOptions.ts';

/** The types of records that the monitor can watch, with their names (docs/interface/redirection.md §9). */
export const watchedTypes = {
  post: 'Posts',
  page: 'Pages',
  cal_events: 'Events',
  cal_venue: 'Venues',
  cal_organizer: 'Organizers',
  trash: 'Trash',
} as const;

const types: readonly string[] = Object.keys(watchedTypes);

type Changes = { -readonly [Name in keyof Options]?: Options[Name] };

/** Returns the wanted group if it exists; otherwise the first group, or 0. */
const knownGroup = (wanted: number, groups: readonly Group[]): number =>
  groups.some(({ id }) => id === wanted) ? wanted : (groups[0]?.id ?? 0);

/**
 * Returns the options that a request changes. Unknown names are ignored; null counts as missing.
 * @param now seconds from 1970
 */
export const optionChanges = (
  sent: Readonly<Record<string, unknown>>,
  before: Options,
  { groups, now }: { readonly groups: readonly Group[]; readonly now: number },
): Partial<Options> => {
  const changes: Changes = readAll(sent);
  if (changes.monitor_types !== undefined)
    changes.monitor_types = changes.monitor_types.filter((type) => types.includes(type));
  if (changes.monitor_post) changes.monitor_post = knownGroup(changes.monitor_post, groups);
  if (changes.last_group_id !== undefined) changes.last_group_id = knownGroup(changes.last_group_id, groups);
  if (sent.cache_key === true) changes.cache_key = now;
  if ((changes.monitor_types ?? before.monitor_types).length === 0) {
    changes.monitor_post = 0;
    if (changes.monitor_types !== undefined) changes.associated_redirect = '';
  }
  if ((changes.relocate ?? before.relocate) !== '')
    Object.assign(changes, { https: false, preferred_domain: '', aliases: [] });
  return changes;
};

const readAll = (sent: Readonly<Record<string, unknown>>): Partial<Options> =>
  Object.fromEntries(
    Object.entries(optionReaders).flatMap(([name, read]) => {
      if (!Object.hasOwn(sent, name) || sent[name] === null) return [];
      const value = read(sent[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
