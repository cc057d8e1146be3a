import type { Collection, DocumentId } from '@almanac/documents';
import type { Event, Recorded } from '@almanac/event-store';
import type { Aggregate } from './aggregate.ts';

/**
 * An aggregate with the documents that keep it. Its state is the body of one document of `collection`, whose id is the
 * stream's; `more` makes further documents of the same stream (a post's revisions), each the fold of one event.
 */
export interface Registration<State extends object = object, E extends Event = Event> {
  readonly aggregate: Aggregate<State, E>;
  readonly collection: Collection;
  /** True for a state that stands for "not there": written as a tombstone. */
  isGone?(state: State): boolean;
  /**
   * The unique names that a state bears (docs/architecture.md §2). The unit of work takes and releases them with the
   * events that change them, in the same commit, so no command can forget to. A promise where names are hashed with a
   * key that is loaded first.
   */
  names?(state: State): readonly UniqueName[] | Promise<readonly UniqueName[]>;
  readonly erasure?: Erasure<E>;
  readonly more?: {
    readonly collection: Collection;
    /** The documents that an event makes or (`body: null`) deletes; pure. */
    derive(before: State, after: State, event: Recorded<E>): readonly DerivedDocument[];
  };
}

/** A name that one record alone may bear within its scope, such as `harbour` in `slug/event/en`. */
export interface UniqueName {
  readonly scope: string;
  readonly name: string;
}

/** What of an aggregate's events is personal. */
export type Erasure<E extends Event = Event> = {
  /** Whose data it is, such as `user`. */
  readonly subject: string;
  /** The values that replace the personal members. */
  replacing(id: number): Readonly<Record<string, unknown>>;
} & (
  | {
      /** The stream is the subject's own: the type of the event that tells of the erasure. */
      readonly event: E['type'];
      readonly idOf?: undefined;
    }
  | {
      /** The stream is another's: the subject's id, from the data of the event that names it. */
      idOf(data: E['data']): number | undefined;
      readonly event?: undefined;
    }
);

export interface DerivedDocument {
  readonly id: DocumentId;
  readonly body: object | null;
}

/** The id in a stream's name; a number where it is one, as the ids of the interface's records are. */
export const idOfStream = (stream: string): DocumentId => {
  const id = stream.slice(stream.indexOf('-') + 1);
  return /^(0|[1-9]\d{0,14})$/.test(id) ? Number(id) : id;
};

/** The category a stream's name starts with. */
export const categoryOfStream = (stream: string): string => stream.slice(0, stream.indexOf('-'));
