import type { UnitOfWork } from '@almanac/event-sourcing';
import type { Role } from '@almanac/identity';
import { slugOf, uniqueSlug } from '@almanac/text';
import { type User, user } from './user.ts';
import { MAX_USER_SLUG_LENGTH, type NewUser, type UserFacts, userDecider } from './userCommands.ts';
import type { Profile } from './userFields.ts';
import type { UserName, UserNames } from './userNames.ts';

/** Registers a user. @throws DomainError 400 if login or address are taken, or a value is too long */
export const registerUser = async (unit: UnitOfWork, names: UserNames, asked: NewUser): Promise<User> => {
  const { id, login, email } = asked;
  const facts: UserFacts = {
    taken: await takenNames(unit, names, { id, login, email }),
    slug: await freeSlug(unit, names, asked),
  };
  const { at, moved } = unit.meta;
  return unit.decide(userDecider, id, { type: 'Register', user: asked, at: moved?.created ?? at }, facts);
};

/** Cleaned input of a request. */
export interface ChangeUser extends Partial<Profile> {
  readonly roles?: readonly Role[];
  /** Name of the private record with the new password's hash. */
  readonly password?: string;
}

/**
 * Changes a user. @throws DomainError 404 for a missing user; 400 if an address or slug is taken, or a value is too
 * long
 */
export const changeUser = async (
  unit: UnitOfWork,
  names: UserNames,
  id: number,
  { roles, password, ...profile }: ChangeUser,
): Promise<User> => {
  const { email, slug } = profile;
  const facts: UserFacts = {
    taken: await takenNames(unit, names, { id, email, slug }),
    slug: slug || (await unit.load(user, id)).slug,
  };
  await unit.decide(userDecider, id, { type: 'Change', profile }, facts);
  if (roles !== undefined) await unit.decide(userDecider, id, { type: 'ChangeRoles', roles }, undefined);
  if (password !== undefined) await unit.decide(userDecider, id, { type: 'ChangePassword', password }, undefined);
  return unit.load(user, id);
};

type AskedNames = { readonly [Kind in UserName]?: string | undefined } & { readonly id: number };

const KINDS = ['login', 'email', 'slug'] as const satisfies readonly UserName[];

/** Returns the given names that another user already has. */
const takenNames = async (unit: UnitOfWork, names: UserNames, { id, ...asked }: AskedNames): Promise<UserName[]> => {
  const taken: UserName[] = [];
  for (const kind of KINDS) {
    const name = asked[kind];
    const holder = name ? await names.holder(unit, kind, name) : null;
    if (holder !== null && holder !== id) taken.push(kind);
  }
  return taken;
};

const freeSlug = (unit: UnitOfWork, names: UserNames, { id, login, slug }: NewUser): Promise<string> => {
  const wanted = slug || slugOf(login.replaceAll('@', '')) || String(id);
  return uniqueSlug(
    wanted.slice(0, MAX_USER_SLUG_LENGTH),
    async (each) => (await names.holder(unit, 'slug', each)) !== null,
  );
};
