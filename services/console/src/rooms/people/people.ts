import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import { type Row, request } from '../../shell/client.ts';
import type { Room } from '../../shell/room.ts';
import { restSource, type Source } from '../../shell/source.ts';
import { ApplicationPasswords, ME, MyAccount } from './MyAccount.tsx';
import { RoleTable } from './RoleTable.tsx';
import { userScreens } from './Users.tsx';

const given = (data: Row): object => Object.fromEntries(Object.entries(data).filter(([, value]) => value));

const users: Source = {
  ...restSource({ path: '/core/v2/users', query: { context: 'edit' } }),
  /** A new user is invited. The answer has the link beside the user. */
  create: async ({ email, name, username, roles }) => {
    const { data } = await request('POST', '/core/v2/invitations', { body: given({ email, name, username, roles }) });
    return { ...data, id: data.user.id };
  },
};

export const people: Room = {
  name: 'people',
  label: 'People',
  icon: PeopleIcon,
  entries: [
    {
      path: 'people/users',
      label: 'Users',
      right: 'list_users',
      source: users,
      ...userScreens,
    },
    { path: 'people/roles', label: 'Roles', right: 'list_users', screen: RoleTable },
    { path: 'people/applications', label: 'Application passwords', screen: ApplicationPasswords },
    {
      path: 'people/account',
      label: 'My account',
      source: restSource({
        path: ME,
        isSingle: true,
        query: { context: 'edit' },
        read: (me) => ({ ...me, id: 'me' }),
      }),
      screen: MyAccount,
    },
  ],
};
