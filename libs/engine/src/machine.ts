/** Two languages, as tags: `en`, `fr-CA`. */
export interface LanguagePair {
  readonly source: string;
  readonly target: string;
}

/** A source of machine translations. */
export interface MachineText {
  /** Translates the texts of one job, HTML or plain, in their order. Stops at the signal. */
  translate(texts: readonly string[], pair: LanguagePair, signal: AbortSignal): Promise<readonly string[]>;
}
