import type { PrivateTargets } from '@almanac/outgoing';

/** The options of `npm run move`. */
export interface MoveOptions {
  /** An administrator of the old site, and an application password there. */
  readonly user?: string;
  readonly password?: string;
  /** Any address of the new site. */
  readonly to?: string;
  readonly toUser?: string;
  readonly toPassword?: string;
  readonly inFlight: number;
  /** Milliseconds between two requests to the old site. */
  readonly rest: number;
  readonly dryRun: boolean;
  /** The last run before the new site takes over. */
  readonly final: boolean;
  /** The file of the whole report. */
  readonly report?: string;
  readonly allowPrivateSources: boolean;
  readonly privateTargets?: PrivateTargets;
}
