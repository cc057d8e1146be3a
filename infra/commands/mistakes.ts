import { CommanderError } from 'commander';

interface Told {
  /** Empty where it has been said. */
  readonly text: string;
  readonly code: number;
}

/** Of whoever typed or set something, by the names of their errors: so that nothing is imported to know them. */
const MISTAKES: ReadonlySet<string> = new Set([
  'RefusedError',
  'UnknownLoginError',
  'UnreachableError',
  'UnreadableFileError',
]);
const SERVERS = /^(?:Mongo|KafkaJS)/;

const isMistake = ({ name, code, syscall }: NodeJS.ErrnoException): boolean =>
  code === 'configuration' || syscall !== undefined || MISTAKES.has(name) || SERVERS.test(name);

/** What a site says of each argument that it refuses. */
const reasonsOf = ({ data }: Error & { readonly data?: { readonly params?: unknown } }): string[] => {
  const params = data?.params;
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return [];
  return Object.values(params).map((reason) => `  ${reason}`);
};

/**
 * What is said of an error at a terminal, and what the command ends with: a mistake in a line, without the way there; a
 * fault of the code with it.
 */
export const told = (error: unknown): Told => {
  if (error instanceof CommanderError) return { text: '', code: error.exitCode === 0 ? 0 : 2 };
  if (!(error instanceof Error)) return { text: String(error), code: 1 };
  if (isMistake(error))
    return { text: [error.message, ...reasonsOf(error)].join('\n'), code: SERVERS.test(error.name) ? 1 : 2 };
  return { text: `This is a fault of Almanac; please report it with these lines.\n${error.stack}`, code: 1 };
};
