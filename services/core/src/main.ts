import { runService } from '@almanac/service-process';
import { type CoreApp, collections, createCore, registrations } from './app.ts';
import { mediaOnDisk } from './media/mediaOnDisk.ts';

/** The folder of the media's files; all replicas of core see the same one. */
const folder = process.env.MEDIA_FOLDER || './media';

/**
 * Prints the credentials that a first start has made, once, for the person who started the process or to its terminal.
 */
const printFirstCredentials = (app: CoreApp): void => {
  const first = app.firstCredentials();
  if (first === undefined) return;
  if (process.send !== undefined) process.send({ firstCredentials: first });
  else process.stdout.write(`An administrator was made: ${first.login}, application password ${first.password}\n`);
};

await runService(
  {
    ...{ name: 'core', collections, registrations, started: printFirstCredentials },
    create: (ports) => createCore(ports, mediaOnDisk({ folder })),
  },
  process,
);
