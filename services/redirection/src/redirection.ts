import type { Commands } from '@almanac/event-sourcing';
import type { Texts } from '@almanac/i18n';
import type { ServicePorts, Settings } from '@almanac/service';

/** What the slices of this service share. */
export interface Redirection extends ServicePorts {
  /** The settings of the site. */
  readonly settings: Settings;
  readonly texts: Texts;
  readonly commands: Commands;
  /** A new UUID, version 4. */
  readonly newId: () => string;
  /** A whole number from 0 up to, not including, the bound. */
  readonly randomInt: (bound: number) => number;
}
