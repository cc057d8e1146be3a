import type { Commands } from '@almanac/event-sourcing';
import type { RestRequest } from '@almanac/rest';

// Ports by which slices call one another against the direction of their imports. One slice implements a port and hands
// it to the others, so that no import leads back up.

/** The commands and context with which a caller changes records. */
export interface Acting {
  readonly commands: Commands;
  readonly context: RestRequest['context'];
}

/** The port of groups to their rules; `rules` implements it. */
export interface RulesOfGroups {
  /** Returns the number of rules of each group. */
  countsOf(groups: readonly number[]): Promise<ReadonlyMap<unknown, number>>;
  /** Deletes the rules of a group, some hundreds per commit. */
  deleteAllOf(group: number, acting: Acting): Promise<void>;
}
