import type { CommandContext, UnitOfWork } from '@almanac/event-sourcing';
import { hasCode } from '@almanac/event-store';
import { slowHash } from '@almanac/identity';
import type { SiteUser } from '@almanac/service';
import { plainName, plainText } from '@almanac/text';
import { issueApplicationPassword } from './application-passwords/issueApplicationPassword.ts';
import { applicationPasswordDecider } from './application-passwords/passwordCommands.ts';
import { passwordsOf } from './application-passwords/readModels/passwordList.ts';
import { forgetPasswords, revokePasswords } from './application-passwords/revokePasswords.ts';
import { hashSecret, newSecret } from './application-passwords/secret.ts';
import { makePasswordLink } from './sign-in/passwordLinks.ts';
import type { AccountsCore } from './users/accountsCore.ts';
import { userById } from './users/readModels/userList.ts';
import { user, users } from './users/user.ts';
import { registerUser } from './users/userWriting.ts';

/** What the administrator of a start without a site file comes in with; it is shown only once. */
export interface FirstCredentials {
  readonly login: string;
  /** An application password, as it is to be typed. */
  readonly password: string;
  /** Of the page on which the administrator sets the account's own password (`passwordLinks.ts`). */
  readonly token: string;
  /** When the first start began, ISO 8601 in UTC: before this start of the process where an earlier one was interrupted. */
  readonly began: string;
  /** Whether an earlier start was interrupted; what it showed of an application password holds no longer. */
  readonly goesOn: boolean;
}

/** The parts of a user that are in private entries already. */
interface Prepared {
  readonly user: SiteUser;
  /** The name of the account password's hash. */
  readonly password: string;
  readonly applications: readonly { readonly uuid: string; readonly name: string }[];
}

/**
 * What a site starts with: its users, with the ids 1, 2, 3 … in the order of the site file, and what others add to the
 * same commit. It happens once, whoever of several processes is first. Answers the credentials of an administrator that
 * had to be made up, and new ones at each start until `finishFirstStart`.
 */
export const firstStart = async (
  core: AccountsCore,
  addOthers: (unit: UnitOfWork) => Promise<void>,
): Promise<FirstCredentials | undefined> => {
  if ((await core.documents.get(users, 1)) !== undefined) return goOn(core);
  const madeUp = core.site.users.length === 0 ? newSecret(core.random) : undefined;
  const wanted = madeUp === undefined ? core.site.users : [firstAdministrator(madeUp)];
  if (madeUp !== undefined) await core.entries.insert(KIND, OPEN, { began: core.now().toISOString() });
  const prepared: Prepared[] = [];
  for (const user of wanted) prepared.push(await prepare(core, user));
  // where another replica is first, it stays open until that one has shown what it made
  if (!(await isFirst(core, prepared, addOthers))) return undefined;
  return madeUp === undefined ? undefined : shown(core, { password: madeUp, goesOn: false });
};

const isFirst = async (
  core: AccountsCore,
  prepared: readonly Prepared[],
  addOthers: (unit: UnitOfWork) => Promise<void>,
): Promise<boolean> => {
  try {
    const { position } = await core.commands.run(contextOf(core), async (unit) => {
      if ((await unit.version(user, ADMINISTRATOR)) > 0) return;
      await populate(core, unit, prepared);
      await addOthers(unit);
    });
    return position !== undefined;
  } catch (error) {
    if (!hasCode(error, 'key-taken')) throw error;
    return false;
  }
};

const KIND = 'first-start';
const OPEN = 'open';
const OVER = 'over';

/** Notes that somebody has been shown the credentials, and that the site has what a first one gets. */
export const finishFirstStart = async ({ entries }: Pick<AccountsCore, 'entries'>): Promise<void> => {
  // a replica that has not seen yet that it is over may open it again
  await entries.insert(KIND, OVER, {});
  await entries.delete(KIND, OPEN);
};

/** A start was interrupted before its credentials were of use to anybody: it gets others. */
const goOn = async (core: AccountsCore): Promise<FirstCredentials | undefined> => {
  if ((await core.entries.get(KIND, OPEN)) === undefined) return undefined;
  if ((await core.entries.get(KIND, OVER)) !== undefined) {
    await finishFirstStart(core);
    return undefined;
  }
  const former = (await passwordsOf(core.documents, ADMINISTRATOR)).filter(({ name }) => name === PASSWORD_NAME);
  const uuids = former.map(({ uuid }) => uuid);
  const by = { context: contextOf(core), commands: core.commands };
  await by.commands.run(by.context, (unit) => revokePasswords(unit, ADMINISTRATOR, uuids));
  await forgetPasswords(core, uuids);
  const { secret } = await issueApplicationPassword(core, by, { user: ADMINISTRATOR, name: PASSWORD_NAME, appId: '' });
  return shown(core, { password: secret, goesOn: true });
};

/** Undefined where the administrator is gone. */
const shown = async (
  core: AccountsCore,
  told: Pick<FirstCredentials, 'password' | 'goesOn'>,
): Promise<FirstCredentials | undefined> => {
  const administrator = await userById(core.documents, ADMINISTRATOR);
  const open = await core.entries.get<Pick<FirstCredentials, 'began'>>(KIND, OPEN);
  if (administrator === undefined) return undefined;
  const token = await makePasswordLink(core, administrator);
  const began = open?.body.began ?? core.now().toISOString();
  return { login: administrator.login, token, began, ...told };
};

const ADMINISTRATOR = 1;
const PASSWORD_NAME = 'First start';

const firstAdministrator = (secret: string): SiteUser => ({
  login: 'admin',
  role: 'administrator',
  email: 'admin@localhost.invalid',
  first_name: '',
  last_name: '',
  application_passwords: [{ name: PASSWORD_NAME, password: secret }],
});

/** Keeps the hashes; the commit that names them comes after. */
const prepare = async (core: AccountsCore, user: SiteUser): Promise<Prepared> => {
  const password = user.password === undefined ? '' : core.newId();
  if (user.password !== undefined) {
    await core.accountPasswords.keep(password, await slowHash(user.password, core.random(16)));
  }
  const applications = [];
  for (const { name, password: secret } of user.application_passwords) {
    const uuid = core.newId();
    await core.applicationSecrets.keep(uuid, hashSecret(secret, core.random));
    applications.push({ uuid, name: plainText(name) });
  }
  return { user, password, applications };
};

const contextOf = (core: AccountsCore): CommandContext => ({
  principal: 'system',
  language: core.settings.current().default_language,
  correlation: 'first-start',
  causation: 'first-start',
});

const populate = async (core: AccountsCore, unit: UnitOfWork, prepared: readonly Prepared[]): Promise<void> => {
  unit.once('first-start');
  const administrator = prepared.findIndex(({ user }) => user.role === 'administrator');
  for (const [index, each] of prepared.entries()) {
    await settle(core, unit, { ...each, id: index + 1, url: index === administrator ? HOME : '' });
  }
};

/** Stands for the home address (`Profile.url`). */
const HOME = '/';

const settle = async (
  core: AccountsCore,
  unit: UnitOfWork,
  { user, password, applications, id, url }: Prepared & { readonly id: number; readonly url: string },
): Promise<void> => {
  await registerUser(unit, core.names, {
    id,
    login: user.login,
    email: user.email,
    name: plainName(user.display_name ?? ''),
    firstName: plainText(user.first_name),
    lastName: plainText(user.last_name),
    roles: [user.role],
    url,
    password,
  });
  for (const [index, application] of applications.entries()) {
    const made = { ...application, user: id, appId: '' };
    const command = { type: 'Create', password: made, at: unit.meta.at } as const;
    await unit.decide(applicationPasswordDecider, made.uuid, command, { position: index + 1 });
  }
};
