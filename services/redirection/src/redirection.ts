import type { Commands } from '@almanac/event-sourcing';
import type { Texts } from '@almanac/i18n';
import type { ServicePorts, Settings } from '@almanac/service';

/** The dependencies that the slices of this service share. */
export interface Redirection extends ServicePorts {
  readonly settings: Settings;
  readonly texts: Texts;
  readonly commands: Commands;
  /** Returns a new UUID, version 4. */
  readonly newId: () => string;
  /** Returns a random whole number from 0 up to, not including, the bound. */
  readonly randomInt: (bound: number) => number;
}
