import { backupCommand, restoreCommand, restoredCommand } from './backup/commands.ts';
import { compareCommand } from './backup/compareBackup.ts';
import { deadLettersCommand, discardCommand, replayCommand } from './deadLetters.ts';
import { eraseCommand } from './erase/command.ts';
import { givenUpCommand } from './givenUp.ts';
import { indexesCommand } from './indexes.ts';
import { lagCommand } from './lag.ts';
import type { OperatorCommand } from './operatorCommand.ts';
import { rotateSecretsCommand } from './rotateSecrets.ts';
import { rebuildCommand, verifyCommand } from './verify.ts';

/** The operators' commands by name. */
export const commands: Readonly<Record<string, OperatorCommand>> = {
  verify: verifyCommand,
  rebuild: rebuildCommand,
  lag: lagCommand,
  'dead-letters': deadLettersCommand,
  replay: replayCommand,
  discard: discardCommand,
  'given-up': givenUpCommand,
  backup: backupCommand,
  compare: compareCommand,
  restore: restoreCommand,
  restored: restoredCommand,
  indexes: indexesCommand,
  erase: eraseCommand,
  'rotate-secrets': rotateSecretsCommand,
};

const INTRODUCTION = `Operators' commands, on the data folder (DATA, default ./data) or, where MONGODB_URL is set, on MongoDB
(DATABASE_PREFIX as the services have it); the site may run meanwhile unless it is said.
`;

/** What there is, a line a command. */
export const usage = (): string => {
  const lines = Object.entries(commands).map(([name, { takes, does }]) => {
    return `  npm run ops -- ${`${name} ${takes}`.padEnd(29)} ${does}`;
  });
  return [INTRODUCTION, ...lines].join('\n');
};
