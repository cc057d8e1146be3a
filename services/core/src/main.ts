import { runService } from '@almanac/service-process';
import type { CoreApp } from './app.ts';
import { definition } from './definition.ts';

/**
 * Prints the credentials that a first start has made, once, for the person who started the process or to its terminal.
 */
const printFirstCredentials = (app: CoreApp): void => {
  const first = app.firstCredentials();
  if (first === undefined) return;
  if (process.send !== undefined) process.send({ firstCredentials: first });
  else process.stdout.write(`An administrator was made: ${first.login}, application password ${first.password}\n`);
};

await runService({ ...definition, started: printFirstCredentials }, process);
