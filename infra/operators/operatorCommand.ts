import { ConfigurationError, variablesOf } from '@almanac/service';
import type { Say } from '../commands/output.ts';
import type { ProgressLine } from '../commands/progressLine.ts';

/** The environment of an operator's command: variables, output, clock and progress. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly say: Say;
  readonly now: () => Date;
  /** Shows the progress of long work; the caller stops it. */
  readonly progress: (title: string, unit: string) => ProgressLine;
}

/** One of `almanac ops NAME …`. */
export interface OperatorCommand {
  /**
   * Runs the command. Resolves to false if it finds a problem.
   * @throws ConfigurationError for a problem that the operator can solve
   */
  run(args: readonly string[], around: Surroundings): Promise<boolean>;
}

/** Returns the folder of the databases. */
export const dataFolderOf = ({ environment }: Pick<Surroundings, 'environment'>): string =>
  environment.DATA ?? './data';

/** True if the site is on MongoDB. */
export const isOnMongodb = ({ environment }: Pick<Surroundings, 'environment'>): boolean =>
  variablesOf(['MONGODB_URL'], environment).MONGODB_URL !== undefined;

/** @throws ConfigurationError if the value is missing */
export const required = (value: string | undefined, name: string): string => {
  if (value === undefined)
    throw new ConfigurationError(`${name} is missing; npm run ops -- --help tells what each command takes.`);
  return value;
};

/**
 * Refuses a command that only supports the data folder.
 * @throws ConfigurationError
 */
export const refuseMongodb = (around: Surroundings, instead: string): void => {
  if (isOnMongodb(around))
    throw new ConfigurationError(`MONGODB_URL is set, and this is for the data folder. ${instead}`);
};
