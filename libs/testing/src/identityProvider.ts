import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startFakeServer } from '@almanac/outgoing/testing';

export const OPENID_CLIENT = { id: 'calendar', secret: 'a secret of the client' } as const;

type Claims = Readonly<Record<string, unknown>>;

/** A fault of the provider. `silent` does not answer the token request. */
export type ProviderFault =
  | 'silent'
  | 'refuses-code'
  | 'wrong-issuer'
  | 'wrong-nonce'
  | 'wrong-audience'
  | 'wrong-key'
  | 'expired'
  | 'error-500';

export interface FakeIdentityProvider {
  readonly issuer: string;
  /** Claims of the person who signs in, without those of the protocol. */
  person: Claims;
  /** Claims that only the address of the user's information has. */
  information: Claims;
  fault: ProviderFault | undefined;
  /** True if the provider answers 500 to requests for its metadata. */
  isDown: boolean;
  /** Requests in their order: `GET /jwks`. */
  readonly asked: string[];
  /**
   * Signs the person in, as the provider's page does.
   * @param address the address to which the site has sent the browser
   * @returns the address to which the provider sends the browser back
   */
  agree(address: string): string;
  /** Returns the address to which the browser is sent if the person does not agree. */
  decline(address: string): string;
  close(): Promise<void>;
}

interface Code {
  readonly nonce: string;
  readonly challenge: string;
  readonly redirect: string;
}

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const jwt = (claims: object, key: KeyObject): string => {
  const content = `${base64({ alg: 'RS256', typ: 'JWT', kid: 'one' })}.${base64(claims)}`;
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
};

const backTo = (asked: URLSearchParams, answer: Readonly<Record<string, string>>): string =>
  `${asked.get('redirect_uri')}?${new URLSearchParams({ ...answer, state: asked.get('state') ?? '' })}`;

const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** The keys of all providers of a process, and keys that no provider has: to make some takes long. */
let keys: readonly [ReturnType<typeof newKeys>, ReturnType<typeof newKeys>] | undefined;

/** Starts an identity provider on this machine: OpenID Connect by code with PKCE, and a page on which to agree. */
export const startIdentityProvider = async (): Promise<FakeIdentityProvider> => {
  keys ??= [newKeys(), newKeys()];
  const [{ privateKey, publicKey }, { privateKey: otherKey }] = keys;
  const codes = new Map<string, Code>();
  const asked: string[] = [];

  const metadata = () => ({
    issuer: provider.issuer,
    authorization_endpoint: `${provider.issuer}/authorize`,
    token_endpoint: `${provider.issuer}/token`,
    userinfo_endpoint: `${provider.issuer}/userinfo`,
    jwks_uri: `${provider.issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  });

  const idToken = ({ nonce }: Code): string => {
    const { fault, issuer, person } = provider;
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: fault === 'wrong-issuer' ? 'https://other.test' : issuer,
      aud: fault === 'wrong-audience' ? 'other' : OPENID_CLIENT.id,
      nonce: fault === 'wrong-nonce' ? 'other' : nonce,
      iat: now - 3_600,
      exp: fault === 'expired' ? now - 600 : now + 600,
      ...person,
    };
    return jwt(claims, fault === 'wrong-key' ? otherKey : privateKey);
  };

  const grant = async (request: IncomingMessage): Promise<readonly [status: number, body: object]> => {
    const form = new URLSearchParams(await text(request));
    const credentials = `${OPENID_CLIENT.id}:${encodeURIComponent(OPENID_CLIENT.secret).replaceAll('%20', '+')}`;
    const isClient = request.headers.authorization === `Basic ${Buffer.from(credentials).toString('base64')}`;
    if (!isClient) return [401, { error: 'invalid_client' }];
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isValid = code?.challenge === challenge && code.redirect === form.get('redirect_uri');
    if (!isValid || provider.fault === 'refuses-code') return [400, { error: 'invalid_grant' }];
    if (provider.fault === 'error-500') return [500, { error: 'server_error' }];
    return [200, { access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token: idToken(code) }];
  };

  /** Without a choice the page is one link, to which the person agrees. */
  const consentPage = (address: string): string =>
    `<!doctype html><html lang="en"><title>Sign in</title><a href="${provider.agree(address).replaceAll('&', '&amp;')}">Agree</a>`;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, href } = new URL(request.url ?? '/', provider.issuer);
    asked.push(`${request.method} ${pathname}`);
    const json = (body: object, status = 200): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return provider.isDown ? json({}, 500) : json(metadata());
      case '/jwks':
        return json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] });
      case '/token': {
        if (provider.fault === 'silent') return;
        const [status, body] = await grant(request);
        return json(body, status);
      }
      case '/userinfo':
        return json({ sub: provider.person.sub, ...provider.information });
      default:
        response.writeHead(200, { 'content-type': 'text/html' }).end(consentPage(href));
    }
  };

  const server = await startFakeServer((request, response) => void answer(request, response));
  const provider: FakeIdentityProvider = {
    issuer: `http://127.0.0.1:${server.port}`,
    person: { sub: 'person-1', email: 'maria@example.test', email_verified: true, name: 'Maria' },
    information: {},
    fault: undefined,
    isDown: false,
    asked,
    agree: (address) => {
      const { searchParams } = new URL(address);
      const code = randomUUID();
      codes.set(code, {
        nonce: searchParams.get('nonce') ?? '',
        challenge: searchParams.get('code_challenge') ?? '',
        redirect: searchParams.get('redirect_uri') ?? '',
      });
      return backTo(searchParams, { code });
    },
    decline: (address) => backTo(new URL(address).searchParams, { error: 'access_denied' }),
    close: server.close,
  };
  return provider;
};
