/** Two languages, as tags: `en`, `fr-CA`. */
export interface LanguagePair {
  readonly source: string;
  readonly target: string;
}

/** Where machine text comes from. */
export interface MachineText {
  /** Translates texts of one job, HTML or plain, in their order. Stops at the signal. */
  translate(texts: readonly string[], pair: LanguagePair, signal: AbortSignal): Promise<readonly string[]>;
}
