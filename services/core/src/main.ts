import { defaultLanguage } from '@almanac/i18n';
import { runService } from '@almanac/service/process';
import { type CoreApp, definition } from './app.ts';

/**
 * Prints the credentials of a first start to the terminal, once. If a parent process started core, the credentials are
 * sent to it; the parent then reports when the first start is finished.
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
    `Within a day /${defaultLanguage()}/admin/set-password?token=${first.token} sets the account's own password, once.\n`,
  );
  await app.finishFirstStart();
};

/** Shows the credentials during the start, before another replica starts: that one would continue the first start. */
const showing = (app: CoreApp): CoreApp => ({
  ...app,
  start: async () => {
    await app.start();
    await showFirstCredentials(app);
  },
});

await runService({ ...definition, create: async (...given) => showing(await definition.create(...given)) }, process);
