import { given } from '@almanac/domain/testing';
import { decideChangeUser } from './changeUser.ts';
import { type UserEvent, user } from './user.ts';

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

describe('a change of a user', () => {
  it('that changes nothing is no event', () => {
    given(user, [registered])
      .when((state) => decideChangeUser(state, { name: 'Jo', roles: ['author'], slug: '' }))
      .then([]);
  });

  it('tells apart what is public, the roles and the password', () => {
    given(user, [registered])
      .when((state) => decideChangeUser(state, { firstName: 'Josephine', roles: ['editor'], password: 'hash-2' }))
      .then([
        { type: 'UserChanged', data: { firstName: 'Josephine' } },
        { type: 'UserRolesChanged', data: { roles: ['editor'] } },
        { type: 'UserPasswordChanged', data: { password: 'hash-2' } },
      ]);
  });

  it('makes emptied names the login', () => {
    given(user, [registered])
      .when((state) => decideChangeUser(state, { name: '', nickname: '' }))
      .then([{ type: 'UserChanged', data: { name: 'jo' } }]);
  });

  it('is folded with what others compare by', () => {
    const changed: UserEvent = { type: 'UserChanged', data: { name: 'Éloïse', email: 'E@Example.test' } };
    given(user, [registered, changed, { type: 'UserDeleted', data: { reassign: null } }]).thenState({
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
