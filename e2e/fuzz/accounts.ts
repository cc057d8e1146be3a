import { credentials, type SiteProcess } from '../site.ts';
import type { Role } from './requests.ts';

const ROLES: readonly (readonly [Role, string])[] = [
  ['admin', 'administrator'],
  ['editor1', 'editor'],
  ['author1', 'author'],
  ['contrib1', 'contributor'],
  ['sub1', 'subscriber'],
];
/** Highest id that requests name; the keeper's id is above. */
const ASKED_FOR = 12;

/** Users who send the requests. They may delete and demote each other, so a keeper restores them. */
export interface Accounts {
  authorization(role: Role): string | undefined;
  id(role: Role): number;
  /** Restores the rights and credentials of every role. */
  mend(): Promise<void>;
}

interface Account {
  readonly id: number;
  readonly authorization: string;
}

type Ask = (method: string, path: string, authorization: string, body?: object) => Promise<Record<string, unknown>>;

/** Registers the keeper on a fresh site of the conformance users, whose ids are 1 to 5. */
export const keepAccounts = async ({ request }: SiteProcess): Promise<Accounts> => {
  const ask: Ask = async (method, path, authorization, body) =>
    (await request(method, `/core/v2/users${path}`, { headers: { authorization }, ...(body && { body }) })).body;
  let made = 0;
  const register = async (role: string, by: string): Promise<Account> => {
    made += 1;
    const login = `user-made-${made}`;
    const body = { username: login, email: `${login}@example.test`, password: `long ${login} secret`, roles: [role] };
    const { id } = await ask('POST', '', by, body);
    return withPassword(ask, { id: Number(id), login }, by);
  };
  let keeper: Account = { id: 0, authorization: credentials('admin') };
  while (keeper.id <= ASKED_FOR) keeper = await register('administrator', credentials('admin'));

  const accounts = new Map<Role, Account>(
    ROLES.map(([role], at) => [role, { id: at + 1, authorization: credentials(role) }]),
  );
  const mend = async ([role, name]: (typeof ROLES)[number]): Promise<void> => {
    const account = accounts.get(role) as Account;
    const me = await ask('GET', '/me?context=edit', account.authorization);
    if (me.id === account.id && String(me.roles) === name) return;
    const kept = await ask('POST', `/${account.id}`, keeper.authorization, { roles: [name] });
    const again =
      kept.id === account.id
        ? withPassword(ask, { id: account.id, login: String(kept.username) }, keeper.authorization)
        : register(name, keeper.authorization);
    accounts.set(role, await again);
  };
  return {
    authorization: (role) => accounts.get(role)?.authorization,
    id: (role) => accounts.get(role)?.id ?? 0,
    mend: async () => {
      for (const role of ROLES) await mend(role);
    },
  };
};

const withPassword = async (ask: Ask, { id, login }: { id: number; login: string }, by: string): Promise<Account> => {
  const { password } = await ask('POST', `/${id}/application-passwords`, by, { name: 'Fuzz' });
  return { id, authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` };
};
