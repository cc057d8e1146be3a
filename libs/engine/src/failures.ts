/** Ways in which the engine fails on request, so that sites can be tried with them. */
export type Failure = 'credit' | 'unsolvable' | 'timeout' | 'wrong-xliff';

const FAILURES: readonly Failure[] = ['credit', 'unsolvable', 'timeout', 'wrong-xliff'];

/** The failure that a title asks for by its beginning, such as `!credit`. */
export const failureOf = (title: string): Failure | undefined => FAILURES.find((one) => title.startsWith(`!${one}`));
