import { stripVTControlCharacters } from 'node:util';

/** Output of many processes for one terminal. */
export interface HeldBack {
  readonly say: (line: string) => void;
  /** Writes every line from now on and drops the held ones. */
  begin(): void;
  /** Writes the held lines, and every line from now on. */
  showAll(): void;
}

/** Matches a line of a log with the name of its process; and a line that continues one, such as a stack. */
const LINE = /^\[[\d:]+\] \w+: \[(\w+)\]/;
const MORE = /^\[([a-z]+)\] /;
/** Matches routine lines while the brokers and the store get ready; other lines are not held back. */
const EVERYDAY =
  /^\[[\d:]+\] (?:TRACE|DEBUG|INFO): |\] (?:waiting for (?:MongoDB|Kafka)|kafka: |interrupted; retrying)/;
const MOST = 1_000;

/** Holds back routine lines of a start, so that its banner comes first; keeps the newest thousand. */
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
