import { stripVTControlCharacters } from 'node:util';

/** Lines of many processes for one terminal. */
export interface HeldBack {
  readonly say: (line: string) => void;
  /** From now on every line is written; those that were held back are dropped. */
  begin(): void;
  /** Writes what was held back, and every line from now on. */
  showAll(): void;
}

/** What is amiss is not held back, nor what is no line of a log, such as a stack. */
const WAITS = /^\[[^\]]*\] (?:TRACE|DEBUG|INFO): |^\[[^\]]*\] WARN: \[\w+\] (?:waiting for (?:MongoDB|Kafka)|kafka: )/;
const MOST = 1_000;

/** Keeps everyday lines of a start back, so that its banner comes first; the newest thousand of them. */
export const heldBack = (write: (line: string) => void): HeldBack => {
  let held: string[] | undefined = [];
  return {
    say: (line) => {
      if (held === undefined || !WAITS.test(stripVTControlCharacters(line))) return write(line);
      held.push(line);
      if (held.length > MOST) held.shift();
    },
    begin: () => {
      held = undefined;
    },
    showAll: () => {
      for (const line of held ?? []) write(line);
      held = undefined;
    },
  };
};
