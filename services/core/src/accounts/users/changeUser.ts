import { isDeepStrictEqual } from 'node:util';
import type { UnitOfWork } from '@almanac/aggregates';
import type { Role } from '@almanac/identity';
import { changedFields } from '../../changedFields.ts';
import { emailTaken, noSuchUser, slugTaken } from './accountErrors.ts';
import { checkProfile } from './registerUser.ts';
import { isUser, type Profile, type User, type UserEvent, user } from './user.ts';
import type { UserNames } from './userNames.ts';

/** What is asked for, cleaned. */
export interface ChangeUser extends Partial<Profile> {
  readonly roles?: readonly Role[];
  /** The private record of the new password's hash. */
  readonly password?: string;
}

/** The facts that a change comes to; none where nothing differs. What others remember of credentials is apart. */
export const decideChangeUser = (state: User, command: ChangeUser): UserEvent[] => {
  const { roles, password, ...profile } = command;
  const changed = changedFields<Profile>(state, completed(state, profile));
  return [
    ...(Object.keys(changed).length === 0 ? [] : [{ type: 'UserChanged', data: changed } as const]),
    ...(roles === undefined || isDeepStrictEqual(roles, state.roles)
      ? []
      : [{ type: 'UserRolesChanged', data: { roles } } as const]),
    ...(password === undefined ? [] : [{ type: 'UserPasswordChanged', data: { password } } as const]),
  ];
};

/** A display name or nickname that is emptied becomes the login. */
const completed = (state: User, profile: Partial<Profile>): Partial<Profile> => ({
  ...profile,
  ...(profile.name === '' ? { name: state.login } : {}),
  ...(profile.nickname === '' ? { nickname: state.login } : {}),
  ...(profile.slug === '' ? { slug: state.slug } : {}),
});

/** @throws DomainError 404 for nobody; 400 where an address or slug is another's, or something is too long */
export const changeUser = async (
  unit: UnitOfWork,
  names: UserNames,
  id: number,
  command: ChangeUser,
): Promise<User> => {
  const state = await unit.load(user, id);
  if (!isUser(state)) throw noSuchUser();
  checkProfile(command);
  const events = decideChangeUser(state, command);
  const profile = events.find((event) => event.type === 'UserChanged')?.data ?? {};
  await moveName(unit, names, { kind: 'email', id, from: state.email, to: profile.email });
  await moveName(unit, names, { kind: 'slug', id, from: state.slug, to: profile.slug });
  return unit.append(user, id, events);
};

interface Move {
  readonly kind: 'email' | 'slug';
  readonly id: number;
  readonly from: string;
  readonly to: string | undefined;
}

const moveName = async (unit: UnitOfWork, names: UserNames, { kind, id, from, to }: Move): Promise<void> => {
  if (to === undefined) return;
  const holder = await names.holder(unit, kind, to);
  if (holder !== null && holder !== id) throw kind === 'email' ? emailTaken() : slugTaken();
  if (holder === id) return;
  await names.release(unit, kind, from, id);
  await names.take(unit, kind, to, id);
};
