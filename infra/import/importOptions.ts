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
}
