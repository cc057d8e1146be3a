import { stripVTControlCharacters } from 'node:util';

/** Lines of many processes for one terminal. */
export interface HeldBack {
  readonly say: (line: string) => void;
  /** From now on every line is written; those that were held back are dropped. */
  begin(): void;
  /** Writes what was held back, and every line from now on. */
  showAll(): void;
}

/** A line of a log and whose it is, and what follows one, such as a stack. */
const LINE = /^\[[\d:]+\] \w+: \[(\w+)\]/;
const MORE = /^\[([a-z]+)\] /;
/** What goes by while brokers and store get ready; what is amiss otherwise is not held back. */
const EVERYDAY =
  /^\[[\d:]+\] (?:TRACE|DEBUG|INFO): |\] (?:waiting for (?:MongoDB|Kafka)|kafka: |interrupted; will be tried again)/;
const MOST = 1_000;

/** Keeps everyday lines of a start back, so that its banner comes first; the newest thousand of them. */
export const heldBack = (write: (line: string) => void): HeldBack => {
  let held: string[] | undefined = [];
  const last = new Map<string, boolean>();
  const isHeld = (text: string): boolean => {
    const name = LINE.exec(text)?.[1];
    if (name === undefined) return last.get(MORE.exec(text)?.[1] ?? '') === true;
    last.set(name, EVERYDAY.test(text));
    return EVERYDAY.test(text);
  };
  return {
    say: (line) => {
      if (held === undefined || !isHeld(stripVTControlCharacters(line))) return write(line);
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
