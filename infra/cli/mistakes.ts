import { CommanderError } from 'commander';

interface CommandMistake {
  /** The text to print; empty if it is printed already. */
  readonly text: string;
  readonly code: number;
}

/** The names of errors that people cause by input or settings. Names are enough, so that nothing is imported. */
const MISTAKES: ReadonlySet<string> = new Set([
  'RefusedError',
  'UnknownLoginError',
  'UnreachableError',
  'UnreadableFileError',
]);
const SERVERS = /^(?:Mongo|KafkaJS)/;

const isMistake = ({ name, code, syscall }: NodeJS.ErrnoException): boolean =>
  code === 'configuration' || syscall !== undefined || MISTAKES.has(name) || SERVERS.test(name);

/** Returns the site's reason for each refused argument. */
const reasonsOf = ({ data }: Error & { readonly data?: { readonly params?: unknown } }): string[] => {
  const params = data?.params;
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return [];
  return Object.values(params).map((reason) => `  ${reason}`);
};

/**
 * Returns the text for an error at a terminal, and the exit code. A person's mistake takes one line without a stack; a
 * fault of the code includes the stack.
 */
export const told = (error: unknown): CommandMistake => {
  if (error instanceof CommanderError) return { text: '', code: error.exitCode === 0 ? 0 : 2 };
  if (!(error instanceof Error)) return { text: String(error), code: 1 };
  if (isMistake(error))
    return { text: [error.message, ...reasonsOf(error)].join('\n'), code: SERVERS.test(error.name) ? 1 : 2 };
  return { text: `This is a fault of Almanac; please report it with these lines.\n${error.stack}`, code: 1 };
};

/** Returns the JSON of an error for programs: its message and, if it has one, its code. */
export const jsonOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return JSON.stringify({ error: { message, ...(typeof code === 'string' && { code }) } }, null, 2);
};
