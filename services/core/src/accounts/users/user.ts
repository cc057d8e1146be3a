import { defaultsOf, writtenOf } from '@almanac/content-model';
import type { Collection } from '@almanac/documents';
import type { Aggregate, UniqueName } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import type { Role } from '@almanac/identity';
import type { RecordRegistration, WrittenRecord } from '@almanac/service';
import { foldText, TEXT_FOLD_VERSION } from '@almanac/text';
import { type Profile, userFields } from './userFields.ts';

export interface User extends Profile {
  readonly id: number;
  /** The version of its stream; 0 for a user who was never registered. */
  readonly version: number;
  readonly deleted: boolean;
  readonly login: string;
  readonly roles: readonly Role[];
  /** ISO 8601, UTC, to the second. */
  readonly registered: string;
  /** Name of the private record with the account password's hash; empty for none. */
  readonly password: string;
  /** Texts compared by lists and orders, without case and accents. */
  readonly keys: { readonly login: string; readonly email: string; readonly name: string };
}

export type UserEvent =
  | Event<
      'UserRegistered',
      Profile & Pick<User, 'id' | 'login' | 'roles' | 'registered'> & { readonly password: string }
    >
  | Event<'UserChanged', Partial<Profile>>
  | Event<'UserRolesChanged', { readonly roles: readonly Role[] }>
  | Event<'UserPasswordChanged', { readonly password: string }>
  | Event<'UserDeleted', { readonly reassign: number | null }>
  /** An operator has erased the personal data, here and in all earlier events. */
  | Event<'UserErased', Partial<User>>;

const nobody: User = {
  id: 0,
  version: 0,
  deleted: false,
  login: '',
  ...defaultsOf(userFields),
  roles: [],
  registered: '',
  password: '',
  keys: { login: '', email: '', name: '' },
};

const consequence = (event: UserEvent): Partial<User> =>
  event.type === 'UserDeleted' ? { deleted: true } : event.data;

export const user: Aggregate<User, UserEvent> = {
  category: 'user',
  initialState: nobody,
  eventTypes: ['UserRegistered', 'UserChanged', 'UserRolesChanged', 'UserPasswordChanged', 'UserDeleted', 'UserErased'],
  projectionVersion: 1 + TEXT_FOLD_VERSION,
  evolve: (state, event) => {
    const next = { ...state, ...consequence(event), version: event.version };
    return {
      ...next,
      keys: { login: next.login.toLowerCase(), email: next.email.toLowerCase(), name: foldText(next.name) },
    };
  },
};

export const users: Collection = {
  name: 'users',
  projectionVersion: user.projectionVersion,
  indexes: [['keys.login'], ['keys.email'], ['keys.name'], ['slug'], ['registered'], ['url']],
  arrays: ['roles'],
  texts: ['login', 'email', 'name', 'slug', 'url'],
};

/** Returns the time of registration in the form of answers. */
export const registeredDate = (registered: string): string => registered.replace('Z', '+00:00');

/**
 * User in the history of operators, who may restore it. The name of the password's record shows when the password
 * changed.
 */
const writtenUser: WrittenRecord<User> = {
  route: '/core/v2/users/{id}',
  readOnly: ['username', 'password', 'registered_date'],
  secret: ['password'],
  name: ({ login }) => login,
  members: (state) => ({
    username: state.login,
    password: state.password,
    registered_date: state.registered && registeredDate(state.registered),
    roles: state.roles,
    ...writtenOf(userFields, 'v2', state),
  }),
};

/** @param names the unique names of users, hashed with the key of the site */
export const userRegistration = (names: {
  of(user: User): Promise<readonly UniqueName[]>;
}): RecordRegistration<User, UserEvent> => ({
  aggregate: user,
  collection: users,
  isGone: (state) => state.deleted,
  names: (state) => names.of(state),
  written: writtenUser,
  erasure: {
    subject: 'user',
    event: 'UserErased',
    replacing: (id) => ({
      login: `erased-${id}`,
      slug: `erased-${id}`,
      name: `erased-${id}`,
      nickname: `erased-${id}`,
      email: '',
      firstName: '',
      lastName: '',
      url: '',
      description: '',
    }),
  },
});

export const isUser = (state: User): boolean => state.version > 0 && !state.deleted;
