import { serveCore, type TestService } from '../../testing.contract.ts';
import { userById } from '../users/readModels/userList.ts';
import { userOfLink } from './passwordLinks.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

let core: TestService;
beforeEach(async () => {
  core = await serveCore();
});
afterEach(() => core.stop());

const invite = (body: object) => core.ask('administrator', 'POST', '/core/v2/invitations', body);
const userOfUrl = (url: string) => userOfLink(core, new URL(url).searchParams.get('token') ?? '');

describe('an invitation', () => {
  it('creates a user who has no password, and a link that belongs to that user for a week', async () => {
    const { status, body } = await invite({ email: 'mia+events@example.test', roles: ['editor'] });
    expect(status).toBe(201);
    expect(body).toMatchObject({ user: { username: 'mia.events@example.test', roles: ['editor'] }, mailed: false });
    expect(body.expires).toBe('2026-05-08T12:00:00.000Z');
    expect((await userById(core.documents, body.user.id))?.password).toBe('');
    expect(await userOfUrl(body.url)).toMatchObject({ id: body.user.id });
    core.advance(7 * DAY_MS);
    expect(await userOfUrl(body.url)).toBeUndefined();
  });

  it('is refused for a name or an address that somebody has, and then creates nobody', async () => {
    await invite({ email: 'mia@example.test', username: 'mia' });
    const taken = [
      await invite({ email: 'mia@example.test', username: 'mia2' }),
      await invite({ email: 'mia2@example.test', username: 'mia' }),
    ];
    expect(taken.map(({ body }) => body.code)).toEqual(['existing_user_email', 'existing_user_login']);
    expect((await core.ask('administrator', 'GET', '/core/v2/users?search=mia2@example.test')).body).toEqual([]);
  });
});

describe('a password link of a user', () => {
  const link = (as: 'administrator' | 'editor', id: number) =>
    core.ask(as, 'POST', `/core/v2/users/${id}/password-link`);

  it('belongs to that user', async () => {
    const { status, body } = await link('administrator', 2);
    expect([status, body.mailed]).toEqual([201, false]);
    expect(await userOfUrl(body.url)).toMatchObject({ id: 2 });
  });

  it('is made by administrators only, for users that exist', async () => {
    const refused = [await link('editor', 2), await link('administrator', 99)];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'rest_cannot_edit'],
      [404, 'rest_user_invalid_id'],
    ]);
  });
});
