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
  /** True to fetch files from any private network and from this machine. */
  readonly allowPrivateSources: boolean;
  /** Hosts and networks within private networks from which files are fetched; default none. */
  readonly privateTargets?: PrivateTargets;
}
