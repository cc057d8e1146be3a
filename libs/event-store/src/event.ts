import type { PrincipalId } from '@almanac/identity';

/** A fact that happened; its `type` is never renamed once stored. */
export type Event<Type extends string = string, Data = unknown> = Readonly<{ type: Type; data: Data }>;

/** Who, when and why; the same for every event of a commit. */
export interface Metadata {
  /** The commit's own id (UUID); its `once/<id>` key makes a repeated append one append. */
  readonly id: string;
  /** When it was decided, ISO 8601 in UTC with milliseconds. */
  readonly at: string;
  readonly principal: PrincipalId;
  /** The language of the request that caused it, as in `i18n_language`. */
  readonly language: string;
  /** The same for everything that one outside request caused. */
  readonly correlation: string;
  /** What caused this commit: the id of the request, or of the integration event. */
  readonly causation: string;
  /** Where in a trace it was decided (W3C Trace Context), if that trace is kept. */
  readonly traceparent?: string;
}

/** An event as it is, or is about to be, in its stream. Versions count a stream's events from 1. */
export type Recorded<E extends Event = Event> = E & {
  readonly stream: string;
  readonly version: number;
  /** The version of the stored form of `data`; without one it is 1. */
  readonly schema?: number;
  readonly meta: Metadata;
};
