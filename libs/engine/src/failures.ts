/** Failures that the engine simulates on request, for tests of sites. */
export type Failure = 'credit' | 'unsolvable' | 'timeout' | 'wrong-xliff';

const FAILURES: readonly Failure[] = ['credit', 'unsolvable', 'timeout', 'wrong-xliff'];

/** Returns the failure that a title requests by its beginning, such as `!credit`. */
export const failureOf = (title: string): Failure | undefined => FAILURES.find((one) => title.startsWith(`!${one}`));
