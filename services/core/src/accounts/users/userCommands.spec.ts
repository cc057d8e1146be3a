import { given } from '@almanac/event-sourcing/testing';
import { type UserEvent, user } from './user.ts';
import { type NewUser, type UserFacts, userDecider } from './userCommands.ts';

const facts: UserFacts = { taken: [], slug: 'jo' };
const at = '2026-01-01T00:00:00.000Z';
const asked: NewUser = { id: 7, login: 'jo', email: 'jo@example.test', roles: ['author'], password: '' };
const registered: UserEvent = {
  type: 'UserRegistered',
  data: {
    id: 7,
    login: 'jo',
    email: 'jo@example.test',
    name: 'Jo',
    firstName: '',
    lastName: '',
    nickname: 'jo',
    url: '',
    description: '',
    slug: 'jo',
    locale: '',
    roles: ['author'],
    password: '',
    registered: '2026-01-01T00:00:00Z',
  },
};
const deleted: UserEvent = { type: 'UserDeleted', data: { reassign: null } };
const register = (more: Partial<NewUser>) => ({ type: 'Register', user: { ...asked, ...more }, at }) as const;

describe('a new user', () => {
  it('is registered with the requested values', () => {
    given(userDecider)
      .when(register({ name: 'Jo', password: '' }), facts)
      .then([registered]);
  });

  it('is named by first and last name, or by the login without these', () => {
    const named = (name: string) => [expect.objectContaining({ data: expect.objectContaining({ name }) })];
    given(userDecider)
      .when(register({ firstName: 'Jo', lastName: 'Ray' }), facts)
      .then(named('Jo Ray'));
    given(userDecider)
      .when(register({ lastName: 'Ray' }), facts)
      .then(named('Ray'));
    given(userDecider).when(register({}), facts).then(named('jo'));
  });

  it('gets the free slug that was found, not the requested one', () => {
    given(userDecider)
      .when(register({ name: 'Jo', slug: 'jo' }), { taken: ['slug'], slug: 'jo-2' })
      .then([{ ...registered, data: { ...registered.data, slug: 'jo-2' } } as UserEvent]);
  });

  it.each([
    ['login', 'existing_user_login'],
    ['email', 'existing_user_email'],
  ] as const)('is refused if another user has the %s: %s', (kind, code) => {
    given(userDecider)
      .when(register({}), { ...facts, taken: [kind] })
      .thenThrows(code, 400);
  });

  it('never gets the id of another, not even of a deleted one', () => {
    const decide = (events: readonly UserEvent[]) => () =>
      given(userDecider, events).when(register({}), facts).then([]);
    expect(decide([registered])).toThrow('another user');
    expect(decide([registered, deleted])).toThrow('another user');
  });

  it.each([
    [{ login: 'ø'.repeat(61) }, 'user_login_too_long'],
    [{ slug: 'a'.repeat(51) }, 'user_nicename_too_long'],
    [{ url: `http://x.test/${'a'.repeat(87)}` }, 'user_url_too_long'],
  ])('is refused with %j, which is too long to be stored: %s', (more, code) => {
    given(userDecider).when(register(more), facts).thenThrows(code, 400);
  });
});

describe('a change of a user', () => {
  it('stores no event if nothing differs', () => {
    given(userDecider, [registered])
      .when({ type: 'Change', profile: { name: 'Jo', slug: '' } }, facts)
      .then([]);
  });

  it('stores the differing members and no others', () => {
    given(userDecider, [registered])
      .when({ type: 'Change', profile: { name: 'Jo', firstName: 'Josephine', email: 'ray@example.test' } }, facts)
      .then([{ type: 'UserChanged', data: { firstName: 'Josephine', email: 'ray@example.test' } }]);
  });

  it('replaces an emptied display name and nickname by the login', () => {
    given(userDecider, [registered, { type: 'UserChanged', data: { nickname: 'Joey' } }])
      .when({ type: 'Change', profile: { name: '', nickname: '' } }, facts)
      .then([{ type: 'UserChanged', data: { name: 'jo', nickname: 'jo' } }]);
  });

  it.each([
    ['email', 'rest_user_invalid_email'],
    ['slug', 'rest_user_invalid_slug'],
  ] as const)('is refused if another user has the %s: %s', (kind, code) => {
    given(userDecider, [registered])
      .when({ type: 'Change', profile: { [kind]: 'ray' } }, { taken: [kind], slug: 'ray' })
      .thenThrows(code, 400);
  });

  it('is refused with an address or a slug that is too long to be stored', () => {
    const change = (profile: object) => given(userDecider, [registered]).when({ type: 'Change', profile }, facts);
    change({ slug: 'a'.repeat(51) }).thenThrows('user_nicename_too_long', 400);
    change({ url: 'a'.repeat(101) }).thenThrows('user_url_too_long', 400);
  });
});

describe('the roles and the password of a user', () => {
  it('are changed by events of their own', () => {
    given(userDecider, [registered])
      .when({ type: 'ChangeRoles', roles: ['editor'] }, undefined)
      .then([{ type: 'UserRolesChanged', data: { roles: ['editor'] } }]);
    given(userDecider, [registered])
      .when({ type: 'ChangePassword', password: 'hash-2' }, undefined)
      .then([{ type: 'UserPasswordChanged', data: { password: 'hash-2' } }]);
  });

  it('are unchanged, without an event, if the user has these roles already', () => {
    given(userDecider, [registered])
      .when({ type: 'ChangeRoles', roles: ['author'] }, undefined)
      .then([]);
  });
});

describe('a deleted user', () => {
  it('leaves their records to an heir, or to nobody', () => {
    for (const reassign of [2, null]) {
      given(userDecider, [registered])
        .when({ type: 'Delete', reassign }, undefined)
        .then([{ type: 'UserDeleted', data: { reassign } }]);
    }
  });

  it.each([
    { type: 'Change', profile: { name: 'x' } },
    { type: 'ChangeRoles', roles: ['editor'] },
    { type: 'ChangePassword', password: 'hash-2' },
    { type: 'Delete', reassign: null },
  ] as const)('accepts no further command, and neither does an unknown one: $type', (command) => {
    given(userDecider, [registered, deleted]).when(command, facts).thenThrows('rest_user_invalid_id', 404);
    given(userDecider).when(command, facts).thenThrows('rest_user_invalid_id', 404);
  });

  it('is folded with the values that other users are compared with', () => {
    const changed: UserEvent = { type: 'UserChanged', data: { name: 'Éloïse', email: 'E@Example.test' } };
    given(user, [registered, changed, deleted]).thenState({
      ...user.initialState,
      ...registered.data,
      name: 'Éloïse',
      email: 'E@Example.test',
      version: 3,
      deleted: true,
      keys: { login: 'jo', email: 'e@example.test', name: 'eloise' },
    });
  });
});
