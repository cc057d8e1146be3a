import type { Command } from 'commander';
import { commands } from '../operators/commands.ts';

const ABOUT =
  'Operators’ commands, on the data folder (DATA, default ./data) or, where MONGODB_URL is set, on MongoDB ' +
  '(DATABASE_PREFIX as the services have it); the site may run meanwhile unless it is said. They end with 0 if all ' +
  'is sound, 1 if not, 2 if they were not understood.';

export const opsCommand = (program: Command): void => {
  const ops = program.command('ops').summary('verify, back up, restore, mend').description(ABOUT);
  for (const [name, { takes, does, load }] of Object.entries(commands)) {
    const command = ops.command(`${name} ${takes}`.trim()).description(does);
    command.action(async () => {
      const { surroundings } = await import('../operators/surroundings.ts');
      const { run } = await load();
      process.exitCode = (await run(command.args, surroundings)) ? 0 : 1;
    });
  }
};
