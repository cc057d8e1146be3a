import type { Commands } from '@almanac/event-sourcing';
import type { RestRequest } from '@almanac/rest';

// What slices ask of one another against the direction of their imports. A port is implemented by one slice and handed
// to the others, so that no import leads back up.

/** What is needed to change records for a caller. */
export interface Acting {
  readonly commands: Commands;
  readonly context: RestRequest['context'];
}

/** What groups ask of the rules in them; answered by `rules`. */
export interface RulesOfGroups {
  /** How many rules each of these groups has. */
  countsOf(groups: readonly number[]): Promise<ReadonlyMap<unknown, number>>;
  /** Deletes the rules of a group, some hundreds a commit. */
  deleteAllOf(group: number, acting: Acting): Promise<void>;
}
