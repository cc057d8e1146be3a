import { isDeepStrictEqual } from 'node:util';
import type { CommandContext, Commands } from '@almanac/event-sourcing';
import { isDomainError } from '@almanac/i18n';
import type { Role } from '@almanac/identity';
import { uniqueSlug } from '@almanac/text';
import { coreErrors } from '../../errors.ts';
import { unusedId } from '../../unusedId.ts';
import type { AccountsCore } from '../users/accountsCore.ts';
import { loginFrom } from '../users/loginFrom.ts';
import type { OpenIdPerson } from '../users/openIdPort.ts';
import { type User, user, users } from '../users/user.ts';
import { userDecider } from '../users/userCommands.ts';
import { registerUser } from '../users/userWriting.ts';
import { createConnected, userOfIdentity } from './identities.ts';

/** The reason why a person gets no session. */
export type NoAccount = 'unknown' | 'unverified' | 'taken' | 'no-role' | 'busy';

type Account = { readonly user: User } | { readonly none: NoAccount };

/** The request's commands, which act as the site: the provider's answer decides, not a user. */
export interface ActingSite {
  readonly commands: Commands;
  readonly context: CommandContext;
}

/**
 * Returns the account of a person who has signed in at the provider, with the roles that the provider decides. A person
 * without an account gets one, where the site creates users. An existing account is never found by its e-mail address:
 * users can change theirs without proof (docs/adr/0090).
 */
export const accountOf = async (core: AccountsCore, by: ActingSite, person: OpenIdPerson): Promise<Account> => {
  const { roles } = person;
  const known = await userOfIdentity(core, person);
  if (known !== undefined) {
    const after = await withRoles(core, by, known, roles);
    return roles?.length === 0 && after.roles.length === 0 ? { none: 'no-role' } : { user: after };
  }
  if (core.openId?.createsUsers !== true) return { none: 'unknown' };
  if (roles?.length === 0) return { none: 'no-role' };
  return created(core, by, person);
};

/** Sets the roles of a user. The only administrator stays one: otherwise nobody could mend a wrong setting. */
const withRoles = async (
  core: AccountsCore,
  { commands, context }: ActingSite,
  known: User,
  roles: readonly Role[] | undefined,
): Promise<User> => {
  if (roles === undefined || isDeepStrictEqual(roles, known.roles)) return known;
  if (!roles.includes('administrator') && (await isOnlyAdministrator(core, known))) {
    core.log.warn({ user: known.id, login: known.login }, 'the only administrator keeps the role');
    return known;
  }
  const { result } = await commands.run(context, (unit) =>
    unit.decide(userDecider, known.id, { type: 'ChangeRoles', roles }, undefined),
  );
  return result;
};

const isOnlyAdministrator = async ({ documents }: AccountsCore, { id, roles }: User): Promise<boolean> => {
  if (!roles.includes('administrator')) return false;
  const others = { all: [{ field: 'roles', contains: ['administrator'] }, { not: { field: 'id', in: [id] } }] };
  return (await documents.count(users, others)) === 0;
};

/** Leaves room for a number behind the login. */
const LOGIN_LENGTH = 54;

const created = async (
  core: AccountsCore,
  { commands, context }: ActingSite,
  { email, roles, ...person }: OpenIdPerson,
): Promise<Account> => {
  if (email === undefined) return { none: 'unverified' };
  try {
    const made = await createConnected(core, person, async (connect) => {
      const { result } = await commands.run(context, async (unit) => {
        const login = await uniqueSlug(
          loginFrom(email).slice(0, LOGIN_LENGTH),
          async (each) => (await core.names.holder(unit, 'login', each)) !== null,
        );
        const id = await unusedId(unit, core.numbers, 'users', [user]);
        const { name, firstName, lastName } = person;
        const asked = {
          id,
          login,
          email,
          name,
          firstName,
          lastName,
          roles: roles ?? ['subscriber' as const],
          password: '',
        };
        const registered = await registerUser(unit, core.names, asked);
        await connect(id);
        return registered;
      });
      return result;
    });
    return made === undefined ? { none: 'busy' } : { user: made };
  } catch (error) {
    if (isDomainError(error) && coreErrors.emailExists.matches(error)) return { none: 'taken' };
    throw error;
  }
};
