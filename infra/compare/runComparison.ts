import { readFileSync } from 'node:fs';
import { anyPrivateTarget, createOutgoing, OutgoingError, publicPolicy } from '@almanac/outgoing';
import type { Say } from '../commands/output.ts';
import { progressLine } from '../commands/progressLine.ts';
import { reachSite } from '../commands/reachSite.ts';
import type { MoveOptions } from '../move/moveOptions.ts';
import { oldAddressOf } from '../move/moveSite.ts';
import { findOldSite } from '../move/oldSite.ts';
import { compareSites, type PageAnswer, pathsOfLog } from './compareSites.ts';

/** The options of `npm run compare-sites`. */
export interface ComparisonCommandOptions
  extends Pick<
    MoveOptions,
    'user' | 'password' | 'toUser' | 'toPassword' | 'rest' | 'allowPrivateSources' | 'privateTargets'
  > {
  /** An access log, whose addresses are compared. */
  readonly log?: string;
  /** The number of pages of each kind, or of the log. */
  readonly pages: number;
}

/** Pages that every site has. */
const USUAL_PATHS = ['/', '/feed/', '/comments/feed/', '/events/', '/events/feed/', '/events/?ical=1'];
const MAX_PAGE_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 60_000;
/** The share of members from which two sites count as the same. */
const ENOUGH = 0.99;

/** Compares two sites, and shows the result. Returns the exit code. @throws if the comparison cannot start */
export const runComparison = async (
  oldAddress: string,
  newAddress: string,
  options: ComparisonCommandOptions,
  say: Say,
): Promise<number> => {
  const targets = options.allowPrivateSources ? anyPrivateTarget : options.privateTargets;
  const outgoing = createOutgoing({
    policy: publicPolicy({ ...(targets !== undefined && { privateTargets: targets }) }),
    maxBytes: MAX_PAGE_BYTES,
    timeout: TIMEOUT_MS,
  });
  const { user, password, rest, log, pages } = options;
  const old = await findOldSite({ address: oldAddressOf(oldAddress), user, password, outgoing, rest });
  const { client } = await reachSite({
    site: newAddress,
    ...(options.toUser !== undefined && { user: options.toUser }),
    ...(options.toPassword !== undefined && { password: options.toPassword }),
  });
  const readPage = async (address: string): Promise<PageAnswer> => {
    try {
      const { status, headers, body } = await outgoing.fetch(address);
      return { status, type: headers['content-type'] ?? '', text: body.toString() };
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      return { status: 0, type: error.reason, text: '' };
    }
  };
  const paths = log === undefined ? USUAL_PATHS : pathsOfLog(readFileSync(log, 'utf8'), pages);
  const line = progressLine('Comparing', 'records');
  const onProgress = (_: string, done: number, total: number): void => line.update(done, total);
  const pagesOfKind = log === undefined ? pages : 0;
  const counts = await compareSites({ old, site: client, paths, pagesOfKind, readPage, onProgress });
  line.stop();
  const results = counts.kinds.map((kind) => ({ kind, share: counts.share(kind), different: counts.different(kind) }));
  say(counts.text(), { share: counts.share(), missing: counts.missing, kinds: results });
  return counts.share() >= ENOUGH ? 0 : 1;
};
