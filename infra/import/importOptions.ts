import type { PrivateTargets } from '@almanac/outgoing';
import type { SiteOptions } from '../commands/siteOptions.ts';

/** The options of `npm run import`. */
export interface ImportOptions extends SiteOptions {
  readonly inFlight: number;
  readonly from?: Date;
  readonly to?: Date;
  readonly report?: string;
  /** True to ignore the progress of interrupted runs. */
  readonly fromStart: boolean;
  /** True if the translations finish their job. */
  readonly complete: boolean;
  /** The name or id of the group that gets redirects; default: the first group. */
  readonly group?: string;
  /** True to report what an import of redirects or translations would do, and to store nothing. */
  readonly dryRun: boolean;
  /** True to create redirects that catch the front page, every page or their own target. */
  readonly confirm: boolean;
  /** True to fetch files from any private network and from this machine. */
  readonly allowPrivateSources: boolean;
  /** Hosts and networks within private networks from which files are fetched; default none. */
  readonly privateTargets?: PrivateTargets;
}
