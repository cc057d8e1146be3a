import type { OperatorCommand } from './operatorCommand.ts';

export interface CommandDeclaration {
  /** The arguments after the name: `<folder>`, `[service...]`. */
  readonly takes: string;
  readonly does: string;
  /** Imports the command with the stores and services that it needs. */
  load(): Promise<OperatorCommand>;
}

/** The operators' commands by name: `npm run ops -- NAME …`. */
export const commands: Readonly<Record<string, CommandDeclaration>> = {
  verify: {
    takes: '[service...]',
    does: 'the log is dense, as it was signed, each key its commit’s; documents equal their folds',
    load: async () => (await import('./verify.ts')).verifyCommand,
  },
  rebuild: {
    takes: '[service...]',
    does: 'makes all documents anew beside the live ones, then switches readers over',
    load: async () => (await import('./verify.ts')).rebuildCommand,
  },
  lag: {
    takes: '',
    does: 'how many commits subscriptions, relays and projectors have not handled',
    load: async () => (await import('./lag.ts')).lagCommand,
  },
  'dead-letters': {
    takes: '[service...]',
    does: 'events that subscriptions could not handle, and what waits behind them',
    load: async () => (await import('./deadLetters.ts')).deadLettersCommand,
  },
  replay: {
    takes: '<subscription> [key]',
    does: 'has dead letters tried again, by the running site or at its next start',
    load: async () => (await import('./deadLetters.ts')).replayCommand,
  },
  discard: {
    takes: '<subscription> <key>',
    does: 'drops the first dead letter of a key; those behind it are tried again',
    load: async () => (await import('./deadLetters.ts')).discardCommand,
  },
  reset: {
    takes: '<subscription> [source] [position]',
    does: 'has a subscription handle again what its sources published, all or after a position; the site must not run',
    load: async () => (await import('./reset.ts')).resetCommand,
  },
  resend: {
    takes: '<service> [position]',
    does: 'MongoDB: has a relay send again what its service published, all or after a position',
    load: async () => (await import('./resend.ts')).resendCommand,
  },
  'given-up': {
    takes: '[service...]',
    does: 'outside effects of the last 30 days that were given up',
    load: async () => (await import('./givenUp.ts')).givenUpCommand,
  },
  languages: {
    takes: '[action] [tag...]',
    does: 'lists the languages of the site; with `add` or `remove` and tags such as pt-BR, adds languages or switches them off',
    load: async () => (await import('./languages.ts')).languagesCommand,
  },
  backup: {
    takes: '<folder>',
    does: 'copies databases, uploads and secret into an empty folder, with checksums; the site may run',
    load: async () => (await import('./backup/commands.ts')).backupCommand,
  },
  compare: {
    takes: '<folder>',
    does: 'whether the logs and their signatures still hold what they held when that backup was made',
    load: async () => (await import('./backup/compareBackup.ts')).compareCommand,
  },
  restore: {
    takes: '<folder>',
    does: 'puts a backup in the place of the data folder, whose old data are moved aside; the site must not run',
    load: async () => (await import('./backup/commands.ts')).restoreCommand,
  },
  restored: {
    takes: '<service...>',
    does: "after a restore with MongoDB's own tools: new epochs, ids and marks; the site must not run",
    load: async () => (await import('./backup/commands.ts')).restoredCommand,
  },
  indexes: {
    takes: '[service...]',
    does: 'MongoDB: the indexes there are; makes those that are declared and missing',
    load: async () => (await import('./verify.ts')).indexesCommand,
  },
  erase: {
    takes: '<kind> <id>',
    does: 'KIND is user or organizer: erases a deleted user’s profile, or an organizer’s contacts, for good',
    load: async () => (await import('./erase/command.ts')).eraseCommand,
  },
  'rotate-secrets': {
    takes: '',
    does: 'encrypts the secrets of outside services anew, with SECRETS_KEY or (site stopped) a new key file',
    load: async () => (await import('./rotateSecrets.ts')).rotateSecretsCommand,
  },
};
