import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { freePort } from '@almanac/infra/free-port';
import { startKafka } from '@almanac/infra/native';
import { portOf } from '@almanac/service';
import { type Certificate, createAuthority, pemOf } from '../certificates.ts';

export const USER = 'almanac';
export const PASSWORD = 'a password of the brokers';
const AUDIENCE = 'kafka';
const KEY_ID = 'key-1';
const MODULES = 'org.apache.kafka.common.security';

/** A broker as people rent it: TLS by an own authority, and a listener for each way to sign in. */
export interface RentedKafka {
  /** Addresses by listener. */
  readonly listeners: Readonly<Record<Listener, string>>;
  readonly ca: string;
  readonly client: Certificate;
  readonly tokens: TokenServer;
  stop(): Promise<void>;
}

const LISTENERS = ['PLAIN', 'SCRAM', 'OAUTH', 'CERT'] as const;
export type Listener = (typeof LISTENERS)[number];

interface TokenServer {
  readonly url: string;
  /** The forms of the accepted requests for a token. */
  readonly granted: readonly string[];
}

/** Starts an https server that grants signed tokens to the client, and writes their public key to a file. */
const startTokenServer = async (certificate: Certificate, keys: string, parts: AsyncDisposableStack) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'ES256', use: 'sig' };
  writeFileSync(keys, JSON.stringify({ keys: [jwk] }));
  const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = (): string => {
    const iat = Math.floor(Date.now() / 1_000);
    const claims = { sub: USER, aud: AUDIENCE, scope: 'events', iat, exp: iat + 300 };
    const signed = `${encoded({ alg: 'ES256', kid: KEY_ID })}.${encoded(claims)}`;
    const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `${signed}.${signature.toString('base64url')}`;
  };
  const granted: string[] = [];
  const credentials = `Basic ${Buffer.from(`${USER}:${PASSWORD.replaceAll(' ', '+')}`).toString('base64')}`;
  const server = createServer(pemOf(certificate), async (request, response) => {
    const form = await text(request);
    if (request.headers.authorization !== credentials)
      return void response.writeHead(401).end(JSON.stringify({ error: 'invalid_client' }));
    granted.push(form);
    response.end(JSON.stringify({ access_token: token(), token_type: 'Bearer', expires_in: 300 }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  parts.defer(() => void server.close());
  return { url: `https://127.0.0.1:${portOf(server)}/token`, granted };
};

const LOGIN = {
  plain: `${MODULES}.plain.PlainLoginModule required user_${USER}="${PASSWORD}";`,
  scram: `${MODULES}.scram.ScramLoginModule required;`,
  oauth: `${MODULES}.oauthbearer.OAuthBearerLoginModule required;`,
};

const signInSettings = (keys: string): Record<string, string> => ({
  'listener.name.plain.sasl.enabled.mechanisms': 'PLAIN',
  'listener.name.plain.plain.sasl.jaas.config': LOGIN.plain,
  'listener.name.scram.sasl.enabled.mechanisms': 'SCRAM-SHA-256,SCRAM-SHA-512',
  'listener.name.scram.scram-sha-256.sasl.jaas.config': LOGIN.scram,
  'listener.name.scram.scram-sha-512.sasl.jaas.config': LOGIN.scram,
  'listener.name.oauth.sasl.enabled.mechanisms': 'OAUTHBEARER',
  'listener.name.oauth.oauthbearer.sasl.jaas.config': LOGIN.oauth,
  'listener.name.oauth.oauthbearer.sasl.server.callback.handler.class': `${MODULES}.oauthbearer.OAuthBearerValidatorCallbackHandler`,
  'listener.name.oauth.oauthbearer.sasl.oauthbearer.jwks.endpoint.url': keys,
  'listener.name.oauth.oauthbearer.sasl.oauthbearer.expected.audience': AUDIENCE,
  'listener.name.cert.ssl.client.auth': 'required',
});

/** Starts the broker and the token server. @param folder holds their files */
export const startRentedKafka = async (folder: string): Promise<RentedKafka> => {
  const parts = new AsyncDisposableStack();
  const authority = createAuthority(folder);
  const server = authority.issue('server', 'IP:127.0.0.1');
  const keyStore = join(folder, 'server.store');
  writeFileSync(keyStore, readFileSync(server.key, 'utf8') + readFileSync(server.cert, 'utf8'));
  const keys = join(folder, 'keys.json');
  const tokens = await startTokenServer(server, keys, parts);
  const keysUrl = pathToFileURL(keys).href;
  const [port, controllerPort] = [await freePort(), await freePort()];
  const addresses: [Listener, string][] = [];
  for (const name of LISTENERS) addresses.push([name, `127.0.0.1:${await freePort()}`]);
  const listeners = addresses.map(([name, address]) => `${name}://${address}`).join();
  const broker = await startKafka({
    port,
    controllerPort,
    folder: join(folder, 'kafka'),
    settings: {
      listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort},${listeners}`,
      'advertised.listeners': `PLAINTEXT://127.0.0.1:${port},${listeners}`,
      'listener.security.protocol.map':
        'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,PLAIN:SASL_SSL,SCRAM:SASL_SSL,OAUTH:SASL_SSL,CERT:SSL',
      'ssl.keystore.type': 'PEM',
      'ssl.keystore.location': keyStore,
      'ssl.truststore.type': 'PEM',
      'ssl.truststore.location': authority.ca,
      ...signInSettings(keysUrl),
    },
    format: ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((mechanism) => [
      '--add-scram',
      `${mechanism}=[name=${USER},password="${PASSWORD}"]`,
    ]),
    java: [
      `-Dorg.apache.kafka.sasl.oauthbearer.allowed.urls=${keysUrl}`,
      `-Dorg.apache.kafka.sasl.oauthbearer.allowed.files=${keys}`,
    ],
  });
  parts.defer(() => broker.stop());
  return {
    listeners: Object.fromEntries(addresses) as RentedKafka['listeners'],
    ca: authority.ca,
    client: authority.issue('almanac', 'DNS:almanac'),
    tokens,
    stop: () => parts.disposeAsync(),
  };
};
