import type { Options } from '../options/options.ts';
import { isPublished, type SiteRecord } from '../posts/siteRecords.ts';

/** A rule that the monitor creates. */
export interface MonitorRule {
  readonly from: string;
  readonly to: string;
  readonly enabled: boolean;
}

export type MonitorOptions = Pick<Options, 'monitor_post' | 'monitor_types' | 'associated_redirect'>;

const ROOT = '/';
const TRASH = 'trash';

/** Appends to a path: `/a/` and `/amp/` become `/a/amp/`. */
const extended = (path: string, end: string): string => `${path.replace(/\/$/, '')}${end}`;

/**
 * Returns the rules for a change of a record (docs/interface/redirection.md §9). There are none if its former address
 * was not public or if it has not moved.
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
