import type { Collection, DocumentId } from '@almanac/documents';
import type { Event, RecordedEvent } from '@almanac/event-store';
import type { Aggregate } from './aggregate.ts';

/**
 * An aggregate with its documents. Its state is the body of one document of `collection` with the id of the stream;
 * `more` derives further documents of the same stream (a post's revisions), each from one event.
 */
export interface Registration<State extends object = object, E extends Event = Event> {
  readonly aggregate: Aggregate<State, E>;
  readonly collection: Collection;
  /** True for a state that means "missing": written as a tombstone. */
  isGone?(state: State): boolean;
  /**
   * Returns the unique names of a state (docs/architecture.md §2). The unit of work takes and releases them in the
   * commit of the events that change them, so no command can forget it. A promise if names are hashed with a key that
   * must be loaded.
   */
  names?(state: State): readonly UniqueName[] | Promise<readonly UniqueName[]>;
  readonly erasure?: Erasure<E>;
  readonly more?: {
    readonly collection: Collection;
    /** Returns the documents that an event creates or (`body: null`) deletes; pure. */
    derive(before: State, after: State, event: RecordedEvent<E>): readonly DerivedDocument[];
  };
}

/** A name that only one record may have within its scope, such as `harbour` in `slug/event/en`. */
export interface UniqueName {
  readonly scope: string;
  readonly name: string;
}

/** The personal data in an aggregate's events. */
export type Erasure<E extends Event = Event> = {
  /** The kind of person whose data it is, such as `user`. */
  readonly subject: string;
  /** Returns the values that replace the personal members. */
  replacing(id: number): Readonly<Record<string, unknown>>;
} & (
  | {
      /** The stream is the subject's own: the type of the event that records the erasure. */
      readonly event: E['type'];
      readonly idOf?: undefined;
    }
  | {
      /** The stream is another's: returns the subject's id from the data of the event that names it. */
      idOf(data: E['data']): number | undefined;
      readonly event?: undefined;
    }
);

export interface DerivedDocument {
  readonly id: DocumentId;
  readonly body: object | null;
}

/** Returns the id in a stream's name; a number if it is one, like the ids of the interface's records. */
export const idOfStream = (stream: string): DocumentId => {
  const id = stream.slice(stream.indexOf('-') + 1);
  return /^(0|[1-9]\d{0,14})$/.test(id) ? Number(id) : id;
};

/** Returns the id and the version that an event gives its record, whose id is a number. */
export const idAndVersion = ({ stream, version }: Pick<RecordedEvent, 'stream' | 'version'>) => ({
  id: Number(idOfStream(stream)),
  version,
});

/** Returns the category at the start of a stream's name. */
export const categoryOfStream = (stream: string): string => stream.slice(0, stream.indexOf('-'));
