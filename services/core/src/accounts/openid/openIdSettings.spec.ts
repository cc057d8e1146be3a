import { readOpenIdSettings } from './openIdSettings.ts';

const needed = {
  OIDC_ISSUER: 'https://id.example.org/realms/site',
  OIDC_CLIENT_ID: 'calendar',
  PUBLIC_URL: 'https://example.org/',
};

describe('the settings of the identity provider', () => {
  it('are none by default', () => {
    expect(readOpenIdSettings({ PUBLIC_URL: 'https://example.org' })).toBeUndefined();
  });

  it('create no users and set no roles unless they say so', () => {
    expect(readOpenIdSettings(needed)).toEqual({
      issuer: 'https://id.example.org/realms/site',
      clientId: 'calendar',
      clientSecret: undefined,
      name: 'OpenID Connect',
      createsUsers: false,
      rolesClaim: 'groups',
      roles: undefined,
      redirectUri: 'https://example.org/admin/openid-callback',
    });
  });

  it('map values of a claim to roles', () => {
    const settings = readOpenIdSettings({
      ...needed,
      OIDC_CREATE_USERS: '1',
      OIDC_ROLES_CLAIM: 'realm_access.roles',
      OIDC_ROLES: '{"staff, all":"editor","*":"subscriber"}',
    });
    expect(settings).toMatchObject({ createsUsers: true, rolesClaim: 'realm_access.roles' });
    expect([...(settings?.roles ?? [])]).toEqual([
      ['staff, all', 'editor'],
      ['*', 'subscriber'],
    ]);
  });

  it.each([
    [{ ...needed, OIDC_ISSUER: 'http://id.example.org' }, 'OIDC_ISSUER: must begin with https://'],
    [{ ...needed, OIDC_ISSUER: 'https://me:secret@id.example.org' }, 'OIDC_ISSUER: must not contain credentials'],
    [{ OIDC_ROLES: '{"staff":"editor"}' }, 'OIDC_ISSUER: is required with OIDC_ROLES'],
    [{ ...needed, OIDC_CLIENT_ID: '' }, 'OIDC_CLIENT_ID: is required with OIDC_ISSUER'],
    [{ ...needed, PUBLIC_URL: '' }, 'PUBLIC_URL: is required with OIDC_ISSUER'],
    [{ ...needed, OIDC_ROLES: 'staff=editor' }, 'OIDC_ROLES: must be JSON such as'],
    [{ ...needed, OIDC_ROLES: '{"staff":"owner"}' }, 'OIDC_ROLES: must be JSON such as'],
    [{ ...needed, OIDC_ROLES: '{}' }, 'OIDC_ROLES: must be JSON such as'],
  ])('are refused: %j', (own, fault) => {
    expect(() => readOpenIdSettings(own)).toThrow(fault);
  });
});
