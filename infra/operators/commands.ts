import type { OperatorCommand } from './operatorCommand.ts';

type Group = 'Check' | 'Back up and restore' | 'Handle events again' | 'Maintain';

export interface CommandDeclaration {
  /** The heading in the help. */
  readonly group: Group;
  /** The arguments after the name: `<folder>`, `[service...]`. */
  readonly takes: string;
  readonly does: string;
  /** Imports the command with the stores and services that it needs. */
  load(): Promise<OperatorCommand>;
}

/** The operators' commands by name: `almanac ops NAME …`. */
export const commands: Readonly<Record<string, CommandDeclaration>> = {
  verify: {
    group: 'Check',
    takes: '[service...]',
    does: 'check that logs are complete and signed, and that documents match them',
    load: async () => (await import('./verify.ts')).verifyCommand,
  },
  rebuild: {
    group: 'Maintain',
    takes: '[service...]',
    does: 'build all documents anew, then switch readers over',
    load: async () => (await import('./verify.ts')).rebuildCommand,
  },
  lag: {
    group: 'Check',
    takes: '',
    does: 'show how many commits or messages subscriptions, relays and projectors are behind',
    load: async () => (await import('./lag.ts')).lagCommand,
  },
  'dead-letters': {
    group: 'Check',
    takes: '[service...]',
    does: 'list events that subscriptions could not handle, and events that wait behind them',
    load: async () => (await import('./deadLetters.ts')).deadLettersCommand,
  },
  replay: {
    group: 'Handle events again',
    takes: '<subscription> [key]',
    does: 'retry dead letters, in the running site or at its next start',
    load: async () => (await import('./deadLetters.ts')).replayCommand,
  },
  discard: {
    group: 'Handle events again',
    takes: '<subscription> <key>',
    does: 'drop the first dead letter of a key, and retry those behind it',
    load: async () => (await import('./deadLetters.ts')).discardCommand,
  },
  reset: {
    group: 'Handle events again',
    takes: '<subscription> [source] [position]',
    does: 'let a subscription handle the events of its sources again, all or those after a position; stop the site first',
    load: async () => (await import('./reset.ts')).resetCommand,
  },
  resend: {
    group: 'Handle events again',
    takes: '<service> [position]',
    does: 'MongoDB: let a relay send the events of its service again, all or those after a position',
    load: async () => (await import('./resend.ts')).resendCommand,
  },
  'given-up': {
    group: 'Check',
    takes: '[service...]',
    does: 'list outside effects of the last 30 days that are not retried any more',
    load: async () => (await import('./givenUp.ts')).givenUpCommand,
  },
  languages: {
    group: 'Maintain',
    takes: '[action] [tag...]',
    does: 'list the languages of the site; add, remove or default with a tag such as pt-BR changes them',
    load: async () => (await import('./languages.ts')).languagesCommand,
  },
  backup: {
    group: 'Back up and restore',
    takes: '<folder>',
    does: 'copy databases, uploads and keys into an empty folder, with checksums',
    load: async () => (await import('./backup/commands.ts')).backupCommand,
  },
  compare: {
    group: 'Back up and restore',
    takes: '<folder>',
    does: 'check that logs and signatures still contain those of a backup',
    load: async () => (await import('./backup/compareBackup.ts')).compareCommand,
  },
  restore: {
    group: 'Back up and restore',
    takes: '<folder>',
    does: 'replace the data folder with a backup, and move the old data aside; stop the site first',
    load: async () => (await import('./backup/commands.ts')).restoreCommand,
  },
  restored: {
    group: 'Back up and restore',
    takes: '<service...>',
    does: 'MongoDB: prepare databases that its own tools have restored; stop the site first',
    load: async () => (await import('./backup/commands.ts')).restoredCommand,
  },
  indexes: {
    group: 'Maintain',
    takes: '[service...]',
    does: 'MongoDB: create missing indexes',
    load: async () => (await import('./verify.ts')).indexesCommand,
  },
  topics: {
    group: 'Maintain',
    takes: '[replicas]',
    does: 'Kafka: create missing topics with this number of replicas (3), and check the others',
    load: async () => (await import('./topics.ts')).topicsCommand,
  },
  erase: {
    group: 'Maintain',
    takes: '<kind> <id>',
    does: 'erase the personal data of a deleted user or of an organizer for good; <kind> is user or organizer',
    load: async () => (await import('./erase/command.ts')).eraseCommand,
  },
  'signing-keys': {
    group: 'Maintain',
    takes: '<folder> [former]',
    does: 'create a key for each process of a site, with the public keys of all; <former> is a set to keep beside them',
    load: async () => (await import('./signingKeys.ts')).signingKeysCommand,
  },
  'rotate-secrets': {
    group: 'Maintain',
    takes: '',
    does: 'encrypt the secrets of outside services with SECRETS_KEY or, with the site stopped, with a new key file',
    load: async () => (await import('./rotateSecrets.ts')).rotateSecretsCommand,
  },
};
