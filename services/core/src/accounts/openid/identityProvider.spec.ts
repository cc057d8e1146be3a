import { publicPolicy } from '@almanac/outgoing';
import {
  type FakeIdentityProvider,
  OPENID_CLIENT,
  type ProviderFault,
  startIdentityProvider,
} from '@almanac/testing/identity-provider';
import type { OpenId } from '../users/openIdPort.ts';
import { createOpenId } from './identityProvider.ts';
import type { OpenIdSettings } from './openIdSettings.ts';

describe('a sign-in at an identity provider', () => {
  let provider: FakeIdentityProvider;
  let time: number;
  beforeEach(async () => {
    provider = await startIdentityProvider();
    time = Date.now();
  });
  afterEach(() => provider.close());

  const client = (more: Partial<OpenIdSettings> = {}, timeout?: number): OpenId =>
    createOpenId(
      {
        issuer: provider.issuer,
        clientId: OPENID_CLIENT.id,
        clientSecret: OPENID_CLIENT.secret,
        name: 'Riverside ID',
        createsUsers: false,
        rolesClaim: 'groups',
        roles: undefined,
        redirectUri: 'https://site.test/admin/openid-callback',
        ...more,
      },
      { policy: publicPolicy(), now: () => new Date(time), ...(timeout !== undefined && { timeout }) },
    );

  const signIn = async (openId: OpenId) => {
    const { url, ...secrets } = await openId.begin(false);
    return openId.finish(new URL(provider.agree(url)).searchParams.toString(), secrets);
  };

  it('names the person, with a verified address', async () => {
    expect(await signIn(client())).toEqual({
      issuer: provider.issuer,
      subject: 'person-1',
      email: 'maria@example.test',
      name: 'Maria',
      firstName: '',
      lastName: '',
      roles: undefined,
    });
  });

  it('asks for a code with PKCE, state and nonce, and for the account where one is connected', async () => {
    const { searchParams } = new URL((await client().begin(false)).url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'calendar',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      redirect_uri: 'https://site.test/admin/openid-callback',
    });
    expect(['state', 'nonce', 'code_challenge'].map((name) => searchParams.get(name)?.length)).toEqual([43, 43, 43]);
    expect(searchParams.has('prompt')).toBe(false);
    expect(new URL((await client().begin(true)).url).searchParams.get('prompt')).toBe('select_account');
  });

  it.each([[false], [undefined], ['no']])('has no address if the provider says %j of it', async (email_verified) => {
    provider.person = { sub: 'person-1', email: 'maria@example.test', email_verified };
    expect((await signIn(client())).email).toBeUndefined();
  });

  it('asks for further claims only if the ID token lacks them', async () => {
    await signIn(client());
    expect(provider.asked).not.toContain('GET /userinfo');
    provider.person = { sub: 'person-1' };
    provider.information = { email: 'maria@example.test', email_verified: true, groups: ['staff'] };
    const roles = new Map([['staff', 'editor' as const]]);
    expect(await signIn(client({ roles }))).toMatchObject({ email: 'maria@example.test', roles: ['editor'] });
  });

  it.each([
    ['groups', { groups: ['staff', 'other'] }, ['editor', 'subscriber']],
    ['groups', { groups: 'heads' }, ['administrator', 'subscriber']],
    ['groups', { groups: ['heads', 'staff'] }, ['administrator', 'editor', 'subscriber']],
    ['groups', { groups: [] }, ['subscriber']],
    ['realm_access.roles', { realm_access: { roles: ['staff'] } }, ['editor', 'subscriber']],
    ['https://id.test/roles', { 'https://id.test/roles': ['staff'] }, ['editor', 'subscriber']],
    ['constructor.name', { groups: ['staff'] }, ['subscriber']],
  ])('maps the claim %s of %j to roles', async (rolesClaim, claims, expected) => {
    const roles = new Map([
      ['staff', 'editor' as const],
      ['heads', 'administrator' as const],
      ['*', 'subscriber' as const],
    ]);
    provider.person = { ...provider.person, ...claims };
    expect((await signIn(client({ rolesClaim, roles }))).roles).toEqual(expected);
  });

  const faults: readonly (readonly [ProviderFault, reason: string])[] = [
    ['refuses-code', 'refused'],
    ['wrong-issuer', 'refused'],
    ['wrong-nonce', 'refused'],
    ['wrong-audience', 'refused'],
    ['wrong-key', 'refused'],
    ['expired', 'refused'],
    ['error-500', 'refused'],
  ];
  it.each(faults)('is refused if the provider has the fault %s', async (fault, reason) => {
    provider.fault = fault;
    await expect(signIn(client())).rejects.toMatchObject({ name: 'OpenIdError', reason });
  });

  it('is given up if the provider does not answer in time', async () => {
    provider.fault = 'silent';
    await expect(signIn(client({}, 250))).rejects.toMatchObject({ reason: 'unavailable', message: 'timeout' });
  });

  it('is refused with a wrong secret of the client, and its error does not contain the secret', async () => {
    const error = await signIn(client({ clientSecret: 'another secret' })).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ reason: 'refused', message: expect.stringContaining('invalid_client') });
    expect(JSON.stringify(error)).not.toContain('another secret');
  });

  it('is refused in another browser, and with the code of another sign-in', async () => {
    const openId = client();
    const [one, other] = [await openId.begin(false), await openId.begin(false)];
    const answer = new URL(provider.agree(one.url)).searchParams;
    await expect(openId.finish(answer.toString(), other)).rejects.toMatchObject({ reason: 'refused' });
    const mixed = new URLSearchParams({ code: answer.get('code') ?? '', state: other.state });
    await expect(openId.finish(mixed.toString(), other)).rejects.toMatchObject({ reason: 'refused' });
  });

  it('is denied by the person', async () => {
    const openId = client();
    const { url, ...secrets } = await openId.begin(false);
    const answer = new URL(provider.decline(url)).searchParams.toString();
    await expect(openId.finish(answer, secrets)).rejects.toMatchObject({ reason: 'denied' });
  });

  it('is not possible while the provider is away, and is again afterwards', async () => {
    const openId = client();
    provider.isDown = true;
    await expect(openId.begin(false)).rejects.toMatchObject({ reason: 'unavailable' });
    await expect(openId.check()).rejects.toMatchObject({ reason: 'unavailable' });
    expect(provider.asked).toHaveLength(1);
    provider.isDown = false;
    time += 2_001;
    expect(await signIn(openId)).toMatchObject({ subject: 'person-1' });
  });

  it('reads the metadata again after an hour', async () => {
    const openId = client();
    const read = () => provider.asked.filter((line) => line.includes('well-known')).length;
    await openId.begin(false);
    await openId.begin(false);
    expect(read()).toBe(1);
    time += 60 * 60_000;
    await openId.begin(false);
    expect(read()).toBe(2);
  });

  it('is not possible if the metadata name another issuer', async () => {
    await expect(client({ issuer: `${provider.issuer}/other` }).begin(false)).rejects.toMatchObject({
      reason: 'unavailable',
    });
  });

  it('is not possible at an origin without a provider', async () => {
    await provider.close();
    await expect(client().begin(false)).rejects.toMatchObject({ reason: 'unavailable', message: 'unreachable' });
    provider = await startIdentityProvider();
  });
});
