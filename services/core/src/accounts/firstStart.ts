import { systemContext } from '@almanac/content-model';
import type { CommandContext, UnitOfWork } from '@almanac/event-sourcing';
import { hasCode } from '@almanac/event-store';
import type { SiteUser } from '@almanac/service';
import { plainName, plainText } from '@almanac/text';
import { issueApplicationPassword } from './application-passwords/issueApplicationPassword.ts';
import { applicationPasswordDecider } from './application-passwords/passwordCommands.ts';
import { passwordsOf } from './application-passwords/readModels/passwordList.ts';
import { forgetPasswords, revokePasswords } from './application-passwords/revokePasswords.ts';
import { hashSecret, newSecret } from './application-passwords/secret.ts';
import { nameFirstPassword } from './sign-in/firstPasswords.ts';
import { makePasswordLink } from './sign-in/passwordLinks.ts';
import type { AccountsCore } from './users/accountsCore.ts';
import { userById } from './users/readModels/userList.ts';
import { user, users } from './users/user.ts';
import { registerUser } from './users/userWriting.ts';

/** Credentials of the administrator created by a start without a site file. They are shown only once. */
export interface FirstCredentials {
  readonly login: string;
  /** An application password, formatted for typing. */
  readonly password: string;
  /** Token of the page on which the administrator sets the account's own password (`passwordLinks.ts`). */
  readonly token: string;
  /** Time when the first start began, ISO 8601 in UTC. It precedes this process if an earlier start was interrupted. */
  readonly began: string;
  /** True if an earlier start was interrupted. The application password shown by that start is no longer valid. */
  readonly goesOn: boolean;
}

/** A user of the site file whose application passwords' hashes are already stored as private entries. */
interface PreparedUser {
  readonly id: number;
  readonly user: SiteUser;
  /** Name of the account password's hash; empty without a password. */
  readonly password: string;
  readonly applications: readonly { readonly uuid: string; readonly name: string }[];
}

/**
 * Creates the users of a new site, with the ids of the site file, else with 1, 2, 3 … in its order. `addOthers` adds
 * records of other slices to the same commit. Only one of several replicas does this.
 * @returns the generated credentials of an administrator, new ones at each start until `finishFirstStart`; undefined if
 * none were generated
 */
export const firstStart = async (
  core: AccountsCore,
  addOthers: (unit: UnitOfWork) => Promise<void>,
): Promise<FirstCredentials | undefined> => {
  if ((await core.documents.find(users, { limit: 1 })).length > 0) return goOn(core);
  const madeUp = core.site.users.length === 0 ? newSecret(core.random) : undefined;
  const wanted = madeUp === undefined ? core.site.users : [firstAdministrator(madeUp)];
  if (madeUp !== undefined) await core.entries.insert(FIRST_START_KIND, OPEN, { began: core.now().toISOString() });
  const ids = idsOf(wanted);
  const prepared: PreparedUser[] = [];
  for (const [index, user] of wanted.entries())
    prepared.push({ ...(await prepare(core, user)), id: ids[index] ?? ADMINISTRATOR });
  // if another replica was first, the entry stays open until that replica has shown its credentials
  if (!(await isFirst(core, prepared, addOthers))) return undefined;
  return madeUp === undefined ? undefined : shown(core, { password: madeUp, goesOn: false });
};

const isFirst = async (
  core: AccountsCore,
  prepared: readonly PreparedUser[],
  addOthers: (unit: UnitOfWork) => Promise<void>,
): Promise<boolean> => {
  try {
    const { position } = await core.commands.run(contextOf(core), async (unit) => {
      const [first] = prepared;
      if (first !== undefined && (await unit.version(user, first.id)) > 0) return;
      await populate(core, unit, prepared);
      await addOthers(unit);
    });
    return position !== undefined;
  } catch (error) {
    if (!hasCode(error, 'key-taken')) throw error;
    return false;
  }
};

const FIRST_START_KIND = 'first-start';
const OPEN = 'open';
const COMPLETED = 'over';

/** Records that the credentials have been shown and that the site has its initial content. */
export const finishFirstStart = async ({ entries }: Pick<AccountsCore, 'entries'>): Promise<void> => {
  // a replica that has not read this entry yet may open the first start again
  await entries.insert(FIRST_START_KIND, COMPLETED, {});
  await entries.delete(FIRST_START_KIND, OPEN);
};

/** Issues new credentials if an earlier start was interrupted before its credentials were shown. */
const goOn = async (core: AccountsCore): Promise<FirstCredentials | undefined> => {
  if ((await core.entries.get(FIRST_START_KIND, OPEN)) === undefined) return undefined;
  if ((await core.entries.get(FIRST_START_KIND, COMPLETED)) !== undefined) {
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

/** Returns the credentials to show; undefined if the administrator has been deleted. */
const shown = async (
  core: AccountsCore,
  told: Pick<FirstCredentials, 'password' | 'goesOn'>,
): Promise<FirstCredentials | undefined> => {
  const administrator = await userById(core.documents, ADMINISTRATOR);
  const open = await core.entries.get<Pick<FirstCredentials, 'began'>>(FIRST_START_KIND, OPEN);
  if (administrator === undefined) return undefined;
  const token = await makePasswordLink(core, administrator);
  const began = open?.body.began ?? core.now().toISOString();
  return { login: administrator.login, token, began, ...told };
};

const ADMINISTRATOR = 1;
const PASSWORD_NAME = 'First start';

/** Returns the ids of new users: those that the site file gives, else the lowest free ones. */
const idsOf = (wanted: readonly SiteUser[]): number[] => {
  const given = new Set(wanted.map(({ id }) => id));
  let next = 1;
  return wanted.map(({ id }) => {
    if (id !== undefined) return id;
    while (given.has(next)) next += 1;
    return next++;
  });
};

const firstAdministrator = (secret: string): SiteUser => ({
  login: 'admin',
  role: 'administrator',
  email: 'admin@localhost.invalid',
  first_name: '',
  last_name: '',
  application_passwords: [{ name: PASSWORD_NAME, password: secret }],
});

/** Stores the hashes of application passwords; the commit that names them follows. */
const prepare = async (core: AccountsCore, user: SiteUser): Promise<Omit<PreparedUser, 'id'>> => {
  const password = user.password === undefined ? '' : nameFirstPassword(core);
  const applications = [];
  for (const { name, password: secret } of user.application_passwords) {
    const uuid = core.newId();
    await core.applicationSecrets.keep(uuid, hashSecret(secret, core.random));
    applications.push({ uuid, name: plainText(name) });
  }
  return { user, password, applications };
};

const contextOf = (core: AccountsCore): CommandContext =>
  systemContext(core.settings.current().default_language, 'first-start');

const populate = async (core: AccountsCore, unit: UnitOfWork, prepared: readonly PreparedUser[]): Promise<void> => {
  unit.once('first-start');
  const administrator = prepared.findIndex(({ user }) => user.role === 'administrator');
  for (const [index, each] of prepared.entries()) {
    await settle(core, unit, { ...each, url: index === administrator ? HOME : '' });
  }
};

/** Placeholder for the home address (`Profile.url`). */
const HOME = '/';

const settle = async (
  core: AccountsCore,
  unit: UnitOfWork,
  { user, password, applications, id, url }: PreparedUser & { readonly url: string },
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
