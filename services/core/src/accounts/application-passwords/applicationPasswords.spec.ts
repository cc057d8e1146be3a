import { credentialsChanged } from '@almanac/contracts';
import { publishing } from '../../integration/publishing.ts';
import { type RoleName, serveCore, type TestService } from '../../testing.contract.ts';
import { comparedPart, grouped, hashSecret, matchesHash, newSecret } from './secret.ts';

let core: TestService;
beforeEach(async () => {
  core = await serveCore();
});
afterEach(() => core.stop());

const ask = (as: RoleName, method: string, path: string, body?: object) =>
  core.ask(as, method, `/core/v2/users${path}`, body);
const mine = '/me/application-passwords';
const make = async (body: object = { name: 'Reader' }) => (await ask('editor', 'POST', mine, body)).body;
const signIn = (password: string) =>
  core.ask('system', 'POST', '/internal/authenticate', { login: 'editor', password, ip: '10.1.1.1' });

describe('an application password', () => {
  it('is shown once, signs in, and stops when it is revoked', async () => {
    const made = await make();
    expect(made.password).toMatch(/^(\w{4} ){5}\w{4}$/);
    const { body } = await signIn(made.password);
    expect(body.principal).toMatchObject({ id: 2, credential: { uuid: made.uuid } });
    const read = await ask('editor', 'GET', `/2/application-passwords/${made.uuid}?context=edit`);
    expect(read.body).toMatchObject({ last_used: '2026-05-01T12:00:00', last_ip: '10.1.1.1', app_id: '' });
    expect(read.body.password).toBeUndefined();
    expect((await ask('editor', 'DELETE', `${mine}/${made.uuid}`)).body.previous.uuid).toBe(made.uuid);
    expect((await signIn(made.password)).body.code).toBe('incorrect_password');
    expect(await core.applicationSecrets.find(made.uuid)).toBeUndefined();
  });

  it('is refused beyond a hundred of one user, or with a name of more than 1,000 characters', async () => {
    for (let count = 0; count < 100; count += 1) await make();
    expect(await make()).toMatchObject({ code: 'application_password_limit_reached' });
    const long = await make({ name: 'x'.repeat(1_001) });
    expect(long).toMatchObject({ data: { details: { name: { code: 'rest_too_long' } } } });
  });

  it('keeps its name when it is changed', async () => {
    const { uuid } = await make();
    const refused = await ask('editor', 'PUT', `${mine}/${uuid}`, { name: '<b></b>' });
    expect([refused.status, refused.body.code]).toEqual([400, 'application_password_empty_name']);
    expect((await ask('editor', 'PUT', `${mine}/${uuid}`, { name: 'Writer' })).body.name).toBe('Writer');
  });

  it('leaves nothing secret in the log, the documents or the stored answers', async () => {
    const made = await make();
    const kept = JSON.stringify([
      await core.store.readLog(0),
      await core.documents.find({ name: 'application-passwords', projectionVersion: 1 }, {}),
    ]);
    expect(kept).not.toContain(comparedPart(made.password));
    expect(kept).not.toMatch(/hmac\$/);
  });

  it.each([
    [{}, 'rest_missing_callback_param', undefined],
    [{ name: '' }, 'rest_invalid_param', 'rest_too_short'],
    [{ name: '  ' }, 'rest_invalid_param', 'rest_invalid_pattern'],
    [{ name: '<b></b>' }, 'application_password_empty_name', undefined],
    [{ name: 'x', app_id: '11111111-2222-4333-8444-55555555555X' }, 'rest_invalid_param', 'rest_no_matching_schema'],
    [{ name: 'x', app_id: 'AAAAAAAA-2222-4333-8444-555555555555' }, 'rest_invalid_param', 'rest_no_matching_schema'],
  ])('is refused for %j: %s', async (body, code, detail) => {
    const answer = await ask('editor', 'POST', mine, body);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
    if (detail !== undefined) expect(Object.values<{ code: string }>(answer.body.data.details)[0]!.code).toBe(detail);
    expect(await core.store.last()).toBe(1);
  });

  it('keeps its app_id, and its name unless another is given', async () => {
    const appId = '11111111-2222-4333-8444-555555555555';
    const { uuid } = await make({ name: 'A', app_id: appId });
    const before = await core.store.last();
    const same = await ask('editor', 'PUT', `${mine}/${uuid}`, { app_id: '' });
    expect([same.body.name, same.body.app_id, await core.store.last()]).toEqual(['A', appId, before]);
    expect((await ask('editor', 'PUT', `${mine}/${uuid}`, { name: ' B <i>' })).body.name).toBe('B');
  });

  it('is listed in order of creation, and the list can be cleared', async () => {
    await make({ name: 'A' });
    await make({ name: 'A' });
    const { body } = await ask('editor', 'GET', mine);
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['specs', 'A', 'A']);
    expect(body[0]._links.self[0].href).toContain('/users/2/application-passwords/');
    expect((await ask('editor', 'DELETE', mine)).body).toEqual({ deleted: true, count: 3 });
    expect((await ask('editor', 'DELETE', mine)).body).toEqual({ deleted: true, count: 0 });
  });

  it('belongs to its user', async () => {
    const { uuid } = await make();
    expect((await ask('author', 'GET', `/me/application-passwords/${uuid}`)).status).toBe(404);
    expect((await ask('author', 'GET', `/2/application-passwords/${uuid}`)).body.code).toBe(
      'rest_cannot_read_application_password',
    );
    expect((await ask('visitor', 'GET', mine)).body.code).toBe('rest_not_logged_in');
    expect((await ask('editor', 'GET', '/99/application-passwords')).body.code).toBe('rest_user_invalid_id');
    expect((await ask('administrator', 'GET', `/2/application-passwords/${uuid}`)).status).toBe(200);
  });

  it('is named in a refusal of each action of others', async () => {
    const { uuid } = await make();
    const theirs = '/2/application-passwords';
    const refusals: [string, string, string][] = [
      ['GET', theirs, 'rest_cannot_list_application_passwords'],
      ['POST', theirs, 'rest_cannot_create_application_passwords'],
      ['DELETE', theirs, 'rest_cannot_delete_application_passwords'],
      ['GET', `${theirs}/${uuid}`, 'rest_cannot_read_application_password'],
      ['PUT', `${theirs}/${uuid}`, 'rest_cannot_edit_application_password'],
      ['DELETE', `${theirs}/${uuid}`, 'rest_cannot_delete_application_password'],
    ];
    for (const [method, path, code] of refusals) {
      const { status, body } = await ask('author', method, path, method === 'POST' ? { name: 'Mine' } : undefined);
      expect([method, path, status, body.code]).toEqual([method, path, 403, code]);
    }
    expect((await ask('editor', 'GET', mine)).body).toHaveLength(2);
  });

  it('describes itself in a request that came with it', async () => {
    expect((await ask('editor', 'GET', `${mine}/introspect`)).body.code).toBe('rest_no_authenticated_app_password');
    expect((await ask('administrator', 'GET', '/2/application-passwords/introspect')).body.code).toBe(
      'rest_cannot_introspect_app_password_for_non_authenticated_user',
    );
    expect((await ask('editor', 'DELETE', `${mine}/introspect`)).body.code).toBe('rest_application_password_not_found');
  });

  it('makes gateways forget the user, when it is created or revoked', async () => {
    const { uuid } = await make();
    await ask('editor', 'DELETE', `${mine}/${uuid}`);
    const published = (await core.store.readLog(1)).flatMap((commit) => publishing(commit));
    expect(published).toEqual([1, 2].map(() => credentialsChanged.of('user-2', { userId: 2 })));
  });
});

describe('a secret', () => {
  it('has 24 letters and digits, all equally likely, and fits its own hash alone', () => {
    let turn = 0;
    const random = (bytes: number) => Buffer.from(Array.from({ length: bytes }, () => (turn++ * 7) % 256));
    const secret = newSecret(random);
    expect(secret).toMatch(/^[A-Za-z0-9]{24}$/);
    const hash = hashSecret(secret, random);
    expect(matchesHash(grouped(secret), hash)).toBe(true);
    expect(matchesHash(secret.slice(1), hash)).toBe(false);
    expect(matchesHash(secret, '')).toBe(false);
  });
});
