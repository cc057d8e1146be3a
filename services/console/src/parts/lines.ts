/** Shows a list of texts as lines, one text each. The room that sends the list leaves out empty lines (`filledLines`). */
export const lines = {
  format: (value: readonly string[] | string = []): string => (typeof value === 'string' ? value : value.join('\n')),
  parse: (value: string): string[] => value.split('\n'),
};

/** Returns the lines that have a text. */
export const filledLines = (all: readonly string[] = []): string[] => all.map((line) => line.trim()).filter(Boolean);
