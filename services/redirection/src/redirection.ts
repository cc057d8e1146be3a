import type { Commands } from '@almanac/event-sourcing';
import type { Texts } from '@almanac/i18n';
import type { RestRequest } from '@almanac/rest';
import type { ServicePorts, Settings } from '@almanac/service';

/** The commands and context with which a caller changes records, and the signal that ends long work. */
export type Acting = Pick<RestRequest, 'commands' | 'context' | 'abandoned'>;

/** The port of groups to their rules; `rules` implements it, so that no import leads back up. */
export interface RulesOfGroups {
  /** Returns the number of rules of each group. */
  countsOf(groups: readonly number[]): Promise<ReadonlyMap<unknown, number>>;
  /** Deletes the rules of a group, some hundreds per commit. */
  deleteAllOf(group: number, acting: Acting): Promise<void>;
}

/** The dependencies that the slices of this service share. */
export interface Redirection extends ServicePorts {
  readonly settings: Settings;
  readonly texts: Texts;
  readonly commands: Commands;
  readonly rulesOfGroups: RulesOfGroups;
  /** Maximum bytes of the records in each of the two logs of visits. */
  readonly visitLogBytes: number;
  /** Returns a new UUID, version 4. */
  readonly newId: () => string;
  /** Returns a random whole number from 0 up to, not including, the bound. */
  readonly randomInt: (bound: number) => number;
}
