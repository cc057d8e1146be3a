import { createHash } from 'node:crypto';
import type { ServiceName } from '@almanac/contracts';
import type { Commit } from '@almanac/event-store';
import { type Delivery, type EventPosition, epochOf, type Source } from '@almanac/messaging';

/** A mail, a call to an outside service or a webhook that a commit causes. */
export interface WantedEffect {
  /** The name of its handler, such as `login-code`. */
  readonly type: string;
  /** The name of the outside party, such as `mail` or `hook-7`. One receiver's delays never delay another. */
  readonly receiver: string;
  /** Effects of one receiver with the same key are done one after another, in order. */
  readonly key: string;
  /** JSON: ids, nothing secret or personal. The handler reads such data from their own store. */
  readonly data: unknown;
  /** ISO 8601, UTC: the time at which it is given up. */
  readonly until?: string;
}

/** An outside effect with its place in the log, and with the author, time and cause of its event. */
export interface Effect<Data = unknown> extends WantedEffect, EventPosition {
  /** Opaque, and the same in every try: the idempotency key for receivers that know such keys. */
  readonly id: string;
  readonly source: ServiceName;
  readonly epoch: number;
  readonly data: Data;
  /** The time of the event, ISO 8601 UTC. */
  readonly at: string;
  readonly principal: string;
  readonly language: string;
  readonly correlation: string;
  /** The place in a trace (W3C Trace Context) where it was decided, if that trace is kept. */
  readonly traceparent?: string;
}

/** The origin of an effect: a commit of the service's own log, whose `n` is 0, or a delivery of another's. */
export type EffectOrigin = Pick<
  Delivery,
  'source' | 'epoch' | 'position' | 'n' | 'at' | 'principal' | 'language' | 'correlation' | 'traceparent'
>;

/** Maximum number of effects of one commit or delivery. */
const MAX_WANTED_EFFECTS = 100_000;

/** Returns the effects of a commit. Pure: it may be called again after a crash. */
export type EffectSelector = (commit: Commit) => readonly WantedEffect[];

/**
 * Gives wanted effects their places and ids; `n` counts them.
 * @param name of the effects' definition, so that two definitions have different ids
 * @throws TypeError for an `until` that is no time; RangeError for more than 100,000
 */
export const effectsAt = (name: string, origin: EffectOrigin, wanted: readonly WantedEffect[]): Effect[] => {
  if (wanted.length > MAX_WANTED_EFFECTS) throw new RangeError(`${wanted.length} effects are wanted at once`);
  const { source, epoch, position, at, principal, language, correlation, traceparent } = origin;
  const why = { at, principal, language, correlation, ...(traceparent !== undefined && { traceparent }) };
  return wanted.map((each, index) => {
    if (each.until !== undefined && Number.isNaN(Date.parse(each.until)))
      throw new TypeError(`${each.type} is wanted until ${each.until}, which is no time`);
    const n = origin.n * MAX_WANTED_EFFECTS + index;
    const effect = { ...each, source, epoch, position, n, ...why };
    return { ...effect, id: idOf(name, effect) };
  });
};

/** Returns the effects of a commit of the service's own log. */
export const effectsOf = (
  { name, service, wants }: { readonly name: string; readonly service: ServiceName; readonly wants: EffectSelector },
  source: Source,
  commit: Commit,
): Effect[] => {
  const wanted = wants(commit);
  if (wanted.length === 0) return [];
  const { position, meta } = commit;
  return effectsAt(name, { ...meta, source: service, epoch: epochOf(source, position), position, n: 0 }, wanted);
};

/** Returns the sort key of an effect among those of one receiver and key. */
export const orderOf = ({ source, epoch, position, n }: Effect): string =>
  [source, ...[epoch, position, n].map((part) => String(part).padStart(16, '0'))].join('.');

/** Returns the time at which an effect is given up, in milliseconds since the epoch. */
export const endOfEffect = ({ until }: Pick<Effect, 'until'>): number =>
  until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until);

const idOf = (name: string, effect: Omit<Effect, 'id'>): string => {
  const { source, epoch, position, n, receiver, key, type } = effect;
  const place = JSON.stringify([name, source, epoch, position, n, receiver, key, type]);
  return createHash('sha256').update(place).digest('base64url').slice(0, 32);
};
