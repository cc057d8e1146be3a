/**
 * Prints a line for people. With `--json` it prints nothing, and the values of the line are results.
 * @param results the values; none for hints
 */
export type Say = (line: string, ...results: readonly unknown[]) => void;

/** The output of a command: lines as they come, or one JSON list of results at its end. */
export interface Output {
  readonly say: Say;
  /** Prints the list, with `--json`. */
  end(): void;
}

/** @param print prints a text on standard output, with a line break after it */
export const createOutput = (isJson: boolean, print: (text: string) => void = console.log): Output => {
  const all: unknown[] = [];
  return {
    say: (line, ...results) => {
      all.push(...results);
      if (!isJson) print(line);
    },
    end: () => {
      if (isJson) print(JSON.stringify(all, null, 2));
    },
  };
};
