import { ConfigurationError } from '@almanac/service';
import type { ProgressLine } from '../commands/progressLine.ts';

/** What an operator's command may use of the world. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly say: (line: string) => void;
  readonly now: () => Date;
  /** Shows how far long work is; the caller ends it. */
  readonly progress: (title: string, unit: string) => ProgressLine;
}

/** One of `npm run ops -- NAME …`. */
export interface OperatorCommand {
  /**
   * Resolves to false when what it looked at is not sound.
   * @throws ConfigurationError for what the operator can mend
   */
  run(args: readonly string[], around: Surroundings): Promise<boolean>;
}

/** The folder of the databases. */
export const dataFolderOf = ({ environment }: Pick<Surroundings, 'environment'>): string =>
  environment.DATA ?? './data';

/** Whether the site is on MongoDB. */
export const isOnMongodb = ({ environment }: Pick<Surroundings, 'environment'>): boolean =>
  (environment.MONGODB_URL ?? '') !== '';

/** @throws ConfigurationError when it is missing */
export const required = (value: string | undefined, name: string): string => {
  if (value === undefined)
    throw new ConfigurationError(`${name} is missing; npm run ops -- --help tells what each command takes.`);
  return value;
};

/** Of a command for the data folder alone. @throws ConfigurationError */
export const refuseMongodb = (around: Surroundings, instead: string): void => {
  if (isOnMongodb(around))
    throw new ConfigurationError(`MONGODB_URL is set, and this is for the data folder. ${instead}`);
};
