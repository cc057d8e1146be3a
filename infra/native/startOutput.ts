import { stripVTControlCharacters } from 'node:util';

/** Output of many processes for one terminal. */
export interface StartOutput {
  readonly say: (line: string) => void;
  /** Writes every line from now on and drops the held ones. */
  begin(): void;
  /** Writes the held lines, and every line from now on. */
  showAll(): void;
}

/** Matches a line of a log with the name of its process; and a line that continues one, such as a stack. */
const LINE = /^\[[\d:]+\] \w+: \[(\w+)\]/;
const CONTINUATION_LINE = /^\[([a-z]+)\] /;
/** Matches routine lines while the brokers and the store get ready; other lines are not held back. */
const ROUTINE_LINE = /^\[[\d:]+\] (?:TRACE|DEBUG|INFO): |\] (?:waiting for |kafka: |interrupted; retrying)/;
const MAX_BUFFERED_LINES = 1_000;

/** Holds back routine lines of a start, so that its banner comes first; keeps the newest thousand. */
export const bufferStartOutput = (write: (line: string) => void): StartOutput => {
  let held: string[] | undefined = [];
  const last = new Map<string, boolean>();
  const isHeld = (text: string): boolean => {
    const name = LINE.exec(text)?.[1];
    if (name === undefined) return last.get(CONTINUATION_LINE.exec(text)?.[1] ?? '') === true;
    last.set(name, ROUTINE_LINE.test(text));
    return ROUTINE_LINE.test(text);
  };
  return {
    say: (line) => {
      if (held === undefined || !isHeld(stripVTControlCharacters(line))) return write(line);
      held.push(line);
      if (held.length > MAX_BUFFERED_LINES) held.shift();
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
