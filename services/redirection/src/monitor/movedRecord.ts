import type { Options } from '../options/options.ts';
import { isPublished, type SiteRecord } from '../posts/siteRecords.ts';

/** A rule that the monitor makes. */
export interface MonitorRule {
  readonly from: string;
  readonly to: string;
  readonly enabled: boolean;
}

export type MonitorOptions = Pick<Options, 'monitor_post' | 'monitor_types' | 'associated_redirect'>;

const ROOT = '/';
const TRASH = 'trash';

/** A path with something at its end: `/a/` and `/amp/` are `/a/amp/`. */
const extended = (path: string, end: string): string => `${path.replace(/\/$/, '')}${end}`;

/**
 * The rules that a change of a record calls for (docs/interface/redirection.md §9): none where nobody could have known its
 * former address, or it has not moved.
 */
export const rulesFor = (
  before: SiteRecord | undefined,
  after: SiteRecord,
  { monitor_post, monitor_types, associated_redirect: end }: MonitorOptions,
): MonitorRule[] => {
  if (monitor_post === 0 || !monitor_types.includes(after.type) || !isPublished(before)) return [];
  if (before.path === ROOT) return [];
  if (after.status === TRASH)
    return monitor_types.includes(TRASH) ? [{ from: before.path, to: ROOT, enabled: false }] : [];
  if (!isPublished(after) || after.path === before.path) return [];
  const moved = { from: before.path, to: after.path, enabled: true };
  if (end === '') return [moved];
  return [moved, { from: extended(before.path, end), to: extended(after.path, end), enabled: true }];
};
