import { runService } from '@almanac/service/process';
import type { CoreApp } from './app.ts';
import { definition } from './definition.ts';

/**
 * Prints what a first start has made, once, to the terminal of the process. Who started it as a part of a site gets it
 * instead, and says when the first start is over.
 */
const showFirstCredentials = async (app: CoreApp): Promise<void> => {
  const first = app.firstCredentials();
  if (first === undefined) return;
  if (process.send !== undefined) {
    process.once('message', () => void app.finishFirstStart());
    process.send({ firstCredentials: first });
    return;
  }
  process.stdout.write(`An administrator was made: ${first.login}, application password ${first.password}\n`);
  process.stdout.write(
    `Within a day /en/admin/set-password?token=${first.token} sets the account's own password, once.\n`,
  );
  await app.finishFirstStart();
};

/** Shown while no other replica starts: it would go on with a first start that it finds open. */
const showing = (app: CoreApp): CoreApp => ({
  ...app,
  start: async () => {
    await app.start();
    await showFirstCredentials(app);
  },
});

await runService({ ...definition, create: async (...given) => showing(await definition.create(...given)) }, process);
