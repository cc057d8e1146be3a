import { AsyncLocalStorage } from 'node:async_hooks';
import { type AnswerSize, createAnswerSize } from './answerSize.ts';
import type { AnswerSources, CountedSource } from './answerSources.ts';

/** The headers of the IETF's draft “RateLimit header fields for HTTP”, whose values are lists of structured fields. */
const POLICY = 'RateLimit-Policy';
const STATE = 'RateLimit';
export const LIMIT_HEADERS = [POLICY, STATE] as const;

/** A limit after its use by a request. */
export interface UsedLimit {
  /** Lower-case letters and hyphens. */
  readonly name: string;
  readonly quota: number;
  /** Seconds of the period; absent for a number of answers at a time. */
  readonly period?: number;
  readonly remaining: number;
  /** Seconds until the whole quota is available again. */
  readonly reset?: number;
}

/** The header fields of an answer. */
export interface HeaderFields {
  /** Returns the value of a field in any case, several values joined by commas; null without the field. */
  get(name: string): string | null;
}

/** The limits that one request has used, as header fields; a later use of a limit replaces an earlier one. */
export class UsedLimits {
  readonly #used = new Map<string, { readonly policy: string; readonly state: string }>();

  note({ name, quota, period, remaining, reset }: UsedLimit): void {
    this.#used.set(name, {
      policy: `"${name}";q=${quota}${period === undefined ? ';qu="concurrent-requests"' : `;w=${period}`}`,
      state: `"${name}";r=${Math.max(0, remaining)}${reset === undefined ? '' : `;t=${reset}`}`,
    });
  }

  /** Takes over the limits that another part of the site has used for this request. */
  noteHeaders(headers: HeaderFields): void {
    const [policy, state] = [headers.get(POLICY), headers.get(STATE)];
    if (policy !== null && state !== null) this.#used.set(policy, { policy, state });
  }

  /** True if the request has used no limit. */
  get isEmpty(): boolean {
    return this.#used.size === 0;
  }

  /** Returns the header fields; none if the request has used no limit. */
  headers(): Readonly<Record<string, string>> {
    if (this.#used.size === 0) return {};
    const used = [...this.#used.values()];
    return {
      [POLICY]: used.map(({ policy }) => policy).join(', '),
      [STATE]: used.map(({ state }) => state).join(', '),
    };
  }
}

/** The notes about the request on whose behalf code runs. */
interface RequestNotes {
  readonly limits: UsedLimits;
  readonly sources: AnswerSources | undefined;
  /** Embedded links share the size of the whole answer. */
  readonly size: AnswerSize;
}

const ofRequest = new AsyncLocalStorage<RequestNotes>();

/** Runs the work of a request, whose limits are noted in `limits`, and the sources of its answer in `sources`. */
export const runWithLimits = <Result>(limits: UsedLimits, work: () => Result, sources?: AnswerSources): Result =>
  ofRequest.run({ limits, sources, size: createAnswerSize() }, work);

/** Returns the limits of the request on whose behalf the code runs; undefined outside of one. */
export const usedLimits = (): UsedLimits | undefined => ofRequest.getStore()?.limits;

/** Returns the size of the answer that the code makes. */
export const answerSize = (): AnswerSize => ofRequest.getStore()?.size ?? createAnswerSize();

/** Notes a source of the answer that the code makes, before it is read; does nothing if no sources are asked for. */
export const noteSource = (source: CountedSource): void => ofRequest.getStore()?.sources?.note(source);

/** Notes a source without versions: the answer that the code makes is not kept. */
export const noteUncounted = (source: string): void => ofRequest.getStore()?.sources?.refuse(source);

/** Notes that the answer which the code makes holds until an instant, in milliseconds since the epoch. */
export const noteEnd = (until: number): void => ofRequest.getStore()?.sources?.endAt(until);

/**
 * Reads the clock for a value that stays the same for some time. Other looks at the clock keep an answer from being
 * kept.
 * @param until returns the end of that time for the time read, in milliseconds since the epoch
 */
export const clockUntil = (now: () => Date, until: (at: Date) => number): Date => {
  const sources = ofRequest.getStore()?.sources;
  return sources === undefined ? now() : sources.readClock(now, until);
};

const endOf =
  (unitMs: number) =>
  (at: Date): number =>
    (Math.floor(at.getTime() / unitMs) + 1) * unitMs;

/** Returns the end of a time's second, for `clockUntil`: wall clocks have seconds. */
export const endOfSecond = endOf(1_000);

/** Returns the end of a time's minute, for `clockUntil`: days of every zone end with one. */
export const endOfMinute = endOf(60_000);
