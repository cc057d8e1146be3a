import type { Core } from '../core.ts';

/**
 * What is noted for the due work of something that goes. Notes of earlier releases do not say until when; they are of
 * what has very many references.
 */
export type Noted<Going> = Going & {
  /** Milliseconds since the epoch: by then it is gone, or its deletion was refused, and nobody is believed to be it. */
  readonly until?: number;
};

/** Gateways believe credentials for a minute, and a request takes less than another. */
const MILLISECONDS = 120_000;

export const noted = <Going extends object>({ now }: Pick<Core, 'now'>, going: Going): Noted<Going> => ({
  ...going,
  until: now().getTime() + MILLISECONDS,
});
