import type { SiteOptions } from '../commands/siteOptions.ts';

/** What `npm run import` was told. */
export interface ImportOptions extends SiteOptions {
  readonly inFlight: number;
  readonly from?: Date;
  readonly to?: Date;
  readonly report?: string;
  /** Whatever interrupted runs have brought. */
  readonly fromStart: boolean;
  /** A job is finished by its translations. */
  readonly complete: boolean;
}
