import { AsyncLocalStorage } from 'node:async_hooks';

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
  noteHeaders(headers: Headers): void {
    const [policy, state] = [headers.get(POLICY), headers.get(STATE)];
    if (policy !== null && state !== null) this.#used.set(policy, { policy, state });
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

const ofRequest = new AsyncLocalStorage<UsedLimits>();

/** Runs the work of a request, whose limits are noted in `limits`. */
export const runWithLimits = <Result>(limits: UsedLimits, work: () => Result): Result => ofRequest.run(limits, work);

/** Returns the limits of the request on whose behalf the code runs; undefined outside of one. */
export const usedLimits = (): UsedLimits | undefined => ofRequest.getStore();
