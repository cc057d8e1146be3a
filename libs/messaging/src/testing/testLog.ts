import { coreErased, type Publishing, userChanged } from '@almanac/contracts';
import { metadata } from '@almanac/event-sourcing/testing';
import type { EventStore, Metadata, NewEvent } from '@almanac/event-store';
import type { KnownEvent } from '../bus.ts';

export interface TestEvent {
  /**
   * `Published` (the default) is published with the stream as key, `Private` is not; `Personal` publishes the text as
   * the name of a user, and `Erased` publishes their erasure.
   */
  readonly type?: 'Published' | 'Private' | 'Personal' | 'Erased';
  readonly text?: string;
  readonly meta?: Partial<Metadata>;
}

/** Appends a commit of one event a stream, with data `{ id, text }`; resolves to its position. */
export type AppendTest = (streams: readonly string[], event?: TestEvent) => Promise<number>;

/** Creates the function that appends test events to a log; the ids of its commits are `commit-1`, `commit-2`, … */
export const createTestLog = (store: EventStore): AppendTest => {
  const versions = new Map<string, number>();
  let commits = 0;

  const eventOf = (stream: string, type: string, text: string): NewEvent => {
    const version = (versions.get(stream) ?? 0) + 1;
    versions.set(stream, version);
    return { stream, version, type, data: { id: Number(stream.split('-')[1]), text } };
  };

  return async (streams, { type = 'Published', text = '', meta = {} } = {}) => {
    const events = streams.map((stream) => eventOf(stream, type, text));
    return (await store.append({ events, meta: metadata({ id: `commit-${++commits}`, ...meta }) })).position;
  };
};

/** The type of events that test logs publish. */
export const testEvent: KnownEvent = { type: 'core.test.v1', parse: (data) => data };

/** Publishes events of the type `Published` as `core.test.v1`. */
export const publishTest: Publishing = (commit) =>
  commit.events.map(({ type, stream, data }) => {
    // `eventOf` made it
    const { id, text } = data as { readonly id: number; readonly text: string };
    if (type === 'Published') return { type: testEvent.type, key: stream, data };
    if (type === 'Personal') return userChanged.of(stream, { id, name: text });
    return type === 'Erased' ? coreErased.of(stream, { kind: 'user', id }) : undefined;
  });
