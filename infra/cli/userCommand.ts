import type { AccountOptions } from '@almanac/infra/account-options';
import { createOutput } from '@almanac/infra/output';
import { type Command, Option } from 'commander';
import { type JsonOption, jsonOption, oneOf } from './arguments.ts';
import { reachOptions } from './siteOptions.ts';

const ABOUT =
  'Manages the accounts of a site. Without options: of the data folder (DATA, default ./data), whose site must be ' +
  'stopped. With MONGODB_URL: of MongoDB; the site may run. With --site: of a running site, as an administrator with an ' +
  'application password.';

const EXAMPLES = `
Examples:
  almanac user list
  almanac user add maria --email maria@example.org --role editor
  almanac user application-password maria --for "the kiosk in the hall" --json`;

const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber'];

type Actions = typeof import('@almanac/infra/user-actions').userActions;

const run =
  (action: keyof Actions) =>
  async (login: string, { json, ...options }: AccountOptions & JsonOption): Promise<void> => {
    const { userActions, withAccounts } = await import('@almanac/infra/user-actions');
    const output = createOutput(json);
    await withAccounts(options, (accounts) => userActions[action]({ ...accounts, say: output.say }, login, options));
    output.end();
  };

const purpose = (): Option =>
  new Option('--for <purpose>', 'the purpose of the application password').default('command line');

export const userCommand = (program: Command): void => {
  const user = program
    .command('user')
    .summary('list and add accounts, set passwords')
    .description(ABOUT)
    .addHelpText('after', EXAMPLES);
  const action = (usage: string, about: string): Command => jsonOption(user.command(usage).description(about));
  reachOptions(action('list', 'list all accounts: id, login, roles, e-mail address')).action(
    (options: AccountOptions & JsonOption) => run('list')('', options),
  );
  reachOptions(action('add <login>', 'add an account, and show its first application password once'))
    .requiredOption('--email <address>', 'its e-mail address')
    .addOption(new Option('--role <role>', `its role: ${ROLES.join(', ')}`).argParser(oneOf(ROLES)).default('author'))
    .option('--name <name>', 'its public name')
    .addOption(purpose())
    .action(run('add'));
  reachOptions(
    action('password <login>', 'set the password for signing in at /admin/, from a prompt or from a pipe'),
  ).action(run('password'));
  reachOptions(action('application-password <login>', 'create an application password, and show it once'))
    .addOption(purpose())
    .action(run('application-password'));
  action(
    'recovery <login>',
    'create ten codes for the second step of signing in, and show them once; only on a data folder',
  ).action(run('recovery'));
};
