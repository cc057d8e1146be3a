import { type Command, Option } from 'commander';
import type { AccountOptions } from '../all-in-one/accountOptions.ts';
import { reachOptions } from './siteOptions.ts';

const USAGE =
  'Accounts of a site: of the one in the data folder (DATA, default ./data), which must not run meanwhile; with ' +
  'MONGODB_URL of the one there, which may run; with --site of a running one, as an administrator with an ' +
  'application password.';

const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber'];

type Actions = typeof import('../all-in-one/userActions.ts').userActions;

const run =
  (action: keyof Actions) =>
  async (login: string, options: AccountOptions): Promise<void> => {
    const { userActions, withAccounts } = await import('../all-in-one/userActions.ts');
    await withAccounts(options, (accounts) => userActions[action](accounts, login, options));
  };

const purpose = (): Option =>
  new Option('--for <purpose>', 'what the application password is for').default('command line');

export const userCommand = (program: Command): void => {
  const user = program
    .command('user')
    .summary('accounts: list, add, password, application-password, recovery')
    .description(USAGE);
  reachOptions(user.command('list').description('every account: id, login, roles, e-mail address')).action(
    (options: AccountOptions) => run('list')('', options),
  );
  const add = user.command('add <login>').description('makes an account with an application password, shown once');
  reachOptions(add)
    .requiredOption('--email <address>', 'its e-mail address')
    .addOption(new Option('--role <role>', 'its role').choices(ROLES).default('author'))
    .option('--name <name>', 'what others see')
    .addOption(purpose())
    .action(run('add'));
  reachOptions(user.command('password <login>'))
    .description('sets the password with which an account signs in at /admin/; asks for it, or reads it from a pipe')
    .action(run('password'));
  reachOptions(user.command('application-password <login>'))
    .description('makes an application password for programs, shown once')
    .addOption(purpose())
    .action(run('application-password'));
  user
    .command('recovery <login>')
    .description('makes ten codes for the second step of signing in, shown once; on a data folder alone')
    .action(run('recovery'));
};
