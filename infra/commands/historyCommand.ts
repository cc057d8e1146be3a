import type { Command } from 'commander';

const ABOUT =
  'Who changed a record what when, from the log of the data folder (DATA, default ./data) or, where MONGODB_URL is ' +
  'set, on MongoDB (DATABASE_PREFIX as the services have it); the site may run.';

export const historyCommand = (program: Command): void => {
  program
    .command('history')
    .summary('who changed a record what when')
    .description(ABOUT)
    .argument('<kind>', 'event, venue, organizer, post, user, …')
    .argument('<id>', 'as its routes have it')
    .option('--json', 'as JSON', false)
    .action(async (kind: string, id: string, { json }: { readonly json: boolean }) => {
      const { printHistory } = await import('../operators/history.ts');
      await printHistory(kind, id, json);
    });
};
