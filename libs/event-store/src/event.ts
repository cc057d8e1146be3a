import type { PrincipalId } from '@almanac/identity';

/** A fact that happened; its `type` is never renamed once stored. */
export type Event<Type extends string = string, Data = unknown> = Readonly<{ type: Type; data: Data }>;

/** A record of another site that a commit copies (docs/moving.md). */
export interface MovedRecord {
  /** The address of the other site. */
  readonly from: string;
  /** The id that a new record keeps. */
  readonly id?: number | undefined;
  /** The globally unique name that a new record keeps. */
  readonly guid?: string | undefined;
  /** The last change on the other site, ISO 8601 in UTC. */
  readonly modified?: string | undefined;
  /** The time at which a new record was created on the other site, ISO 8601 in UTC. */
  readonly created?: string | undefined;
  /** The id of the revision that the change keeps; 0 for a revision with a new id. */
  readonly revision?: number | undefined;
  /** The id of the user who wrote the revision. */
  readonly author?: number | undefined;
  /** The folder of a file: `YYYY/MM`. */
  readonly folder?: string | undefined;
}

/** The author, time and cause of a commit; the same for all its events. */
export interface Metadata {
  /** The commit's own id (UUID); its `once/<id>` key makes a repeated append idempotent. */
  readonly id: string;
  /** The time of the decision, ISO 8601 in UTC with milliseconds. */
  readonly at: string;
  readonly principal: PrincipalId;
  /** The language of the request that caused it, as in `i18n_language`. */
  readonly language: string;
  /** The same for all commits that one outside request caused. */
  readonly correlation: string;
  /** The cause of this commit: the id of the request, or of the integration event. */
  readonly causation: string;
  /** The trace context of the decision (W3C Trace Context), if that trace is kept. */
  readonly traceparent?: string;
  /** The record that an administrator copied from another site by this commit. */
  readonly moved?: MovedRecord;
}

/** An event in its stream, stored or about to be. Versions count a stream's events from 1. */
export type RecordedEvent<E extends Event = Event> = E & {
  readonly stream: string;
  readonly version: number;
  /** The version of the stored form of `data`; absent: 1. */
  readonly schema?: number;
  readonly meta: Metadata;
};
