import { type Role, roles, signPrincipal } from '@almanac/identity';
import { principalOf, serveCore, type TestService } from '../../testing.contract.ts';
import { userById } from '../users/readModels/userList.ts';
import type { User } from '../users/user.ts';
import { secondStepCopies } from './secondStepCopy.ts';
import { confirmSession, endSessions, sessionsOf, startSession } from './sessions.ts';

const MINUTE = 60_000;

type Credential =
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'application-password'; readonly uuid: string };

describe('a change of credentials in the interface', () => {
  let core: TestService;
  beforeEach(async () => {
    core = await serveCore();
    await setScope(1, 'everybody');
  });
  afterEach(() => core.stop());

  const setScope = (version: number, scope: string) =>
    core.documents.write([{ collection: secondStepCopies, id: 1, version, body: { id: 1, scope } }]);

  const idOf = (role: Role): number => roles.indexOf(role) + 1;

  const signIn = async (role: Role) => {
    const user = (await userById(core.documents, idOf(role))) as User;
    await startSession(core, user, 'A browser');
    const [{ name = '' } = {}] = await sessionsOf(core, user);
    return { kind: 'session', id: name } as const;
  };

  const ask = (role: Role, credential: Credential, path: string, body: object) => {
    const signed = signPrincipal(Object.assign({}, principalOf(role), { credential }), core.secret, core.now());
    return core.ask(role, 'POST', path, body, { 'x-almanac-principal': signed });
  };

  const passwords = '/core/v2/users/me/application-passwords';
  const changes = (role: Role): readonly [path: string, body: object][] => [
    [passwords, { name: `Program of ${role}` }],
    ['/core/v2/users/me', { email: `new-${role}@example.test` }],
    ['/core/v2/users/me', { password: 'seven herons at the harbour' }],
  ];

  it.each(roles)('needs a confirmation within ten minutes in a session of a user of the role %s', async (role) => {
    for (const [path, body] of changes(role)) {
      const session = await signIn(role);
      core.advance(10 * MINUTE + 1);
      const refused = await ask(role, session, path, body);
      expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'rest_reauthentication_required']);
      await confirmSession(core, session.id);
      expect([path, (await ask(role, session, path, body)).status]).toEqual([path, path === passwords ? 201 : 200]);
    }
  });

  it('needs none within ten minutes of the sign-in', async () => {
    const session = await signIn('author');
    core.advance(10 * MINUTE);
    expect((await ask('author', session, passwords, { name: 'A program' })).status).toBe(201);
  });

  it('needs none with an application password, or from a user without the second step', async () => {
    const session = await signIn('author');
    core.advance(11 * MINUTE);
    const uuid = '7d5f0d3e-0000-4000-8000-000000000000';
    const byPassword = { kind: 'application-password', uuid } as const;
    expect((await ask('author', byPassword, passwords, { name: 'A program' })).status).toBe(201);
    await setScope(2, 'administrators');
    expect((await ask('author', session, passwords, { name: 'Another' })).status).toBe(201);
  });

  it('needs one for the account of another user, but none for other members', async () => {
    const session = await signIn('administrator');
    core.advance(11 * MINUTE);
    const other = `/core/v2/users/${idOf('author')}`;
    expect((await ask('administrator', session, other, { email: 'other@example.test' })).status).toBe(403);
    expect((await ask('administrator', session, other, { first_name: 'Ada' })).status).toBe(200);
  });

  it('is answered to misc as to the user', async () => {
    const session = await signIn('administrator');
    const check = async () => (await ask('administrator', session, '/internal/reauthentication', {})).status;
    expect(await check()).toBe(200);
    core.advance(11 * MINUTE);
    expect(await check()).toBe(403);
  });

  it('is not confirmed by a session that has ended', async () => {
    const session = await signIn('author');
    await endSessions(core, idOf('author'), [session.id]);
    await confirmSession(core, session.id);
    expect((await ask('author', session, passwords, { name: 'A program' })).status).toBe(403);
  });
});
