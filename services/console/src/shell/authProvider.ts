import type { AuthProvider } from 'react-admin';
import { client, dataOf } from './client.ts';
import { sessionNonce, signOut, toSignIn } from './session.ts';

/** The rights of the signed-in person, by name: `edit_cal_events`. */
export type Rights = Readonly<Record<string, boolean>>;

export interface Person {
  readonly id: number;
  readonly fullName: string;
  readonly rights: Rights;
}

let person: Promise<Person> | undefined;
let present: Person | undefined;

/** Returns the rights of the signed-in person; none before it is known. */
export const presentRights = (): Rights => present?.rights ?? {};

const readPerson = async (): Promise<Person> => {
  const asked = client.GET('/core/v2/users/me', { params: { query: { context: 'edit' } } });
  const { id, name, capabilities = {} } = await dataOf(asked);
  present = { id, fullName: name, rights: capabilities };
  return present;
};

/** Returns the signed-in person; asked once. */
export const signedIn = (): Promise<Person> => {
  person ??= readPerson().catch((error: unknown) => {
    person = undefined;
    throw error;
  });
  return person;
};

/**
 * The session of the site's sign-in page. A session that has ended leads there and back; forms keep their text
 * meanwhile (`form/drafts.ts`).
 */
export const authProvider: AuthProvider = {
  login: async () => toSignIn(),
  logout: async () => {
    if (person !== undefined) await signOut();
    else toSignIn();
    return false;
  },
  checkAuth: async () => {
    await sessionNonce();
  },
  checkError: async ({ status }: { status?: number }) => {
    if (status === 401) {
      toSignIn();
      throw { redirectTo: false, logoutUser: false, message: false };
    }
  },
  getIdentity: signedIn,
  getPermissions: async () => (await signedIn()).rights,
};
