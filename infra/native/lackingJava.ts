import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { libraries } from './javaLibraries.ts';

const answers = (command: string, argument: string): boolean => spawnSync(command, [argument]).status === 0;

/** Returns the reason why the servers cannot run here without Docker; undefined if they can. */
export const lackingJava = (): string | undefined => {
  if (!answers('javac', '-version')) return 'there is no JDK (Java 17 or newer)';
  if (!existsSync(libraries) && !answers('mvn', '-v')) return 'there is no Maven to fetch the servers';
  return undefined;
};
