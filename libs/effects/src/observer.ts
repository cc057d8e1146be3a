/** Receives the outcomes of tries, for metrics. It is called during the work, so it must be fast. */
export interface EffectsObserver {
  /**
   * @param outcome `done`, `failed` (it is tried again), `postponed` (it waits, not counted as a try), `parked` (it has
   *   become a dead letter), `given-up`
   * @param ms the duration of the try; 0 if there was none
   */
  settled(type: string, outcome: EffectOutcome, ms: number): void;
}

export type EffectOutcome = 'done' | 'failed' | 'postponed' | 'parked' | 'given-up';

export const noEffectsObserver: EffectsObserver = { settled: () => undefined };
