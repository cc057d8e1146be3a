import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import { portOf } from '@almanac/service';
import { BSON } from 'mongodb';
import { type Certificate, createAuthority, pemOf } from '../certificates.ts';
import { tie } from '../faults/native/tie.ts';

/** The name of the server in its certificate. */
export const SERVER = 'store.rented.test';
/** The subject of the certificate of the only user. */
const USER = 'almanac';

/** A MongoDB server as people rent it: TLS by an own authority, and users with certificates. */
export interface RentedMongodb {
  /** The port for clients that have a certificate and sign in with it. */
  readonly signIn: number;
  /** The port for clients without a certificate. */
  readonly open: number;
  readonly ca: string;
  /** Returns the path of a new file with the certificate and key of a subject. */
  clientFile(subject: string): string;
  stop(): Promise<void>;
}

const HEADER_BYTES = 16;
const OP_MSG = 2013;
/** Flags and the kind of the first section. */
const BODY_AT = HEADER_BYTES + 5;
/** Commands before the sign-in. */
const HANDSHAKES = new Set(['hello', 'ismaster', 'isMaster']);
const UNAUTHORIZED = { ok: 0, code: 13, codeName: 'Unauthorized', errmsg: 'command requires authentication' };
const REFUSED = { ok: 0, code: 18, codeName: 'AuthenticationFailed', errmsg: 'Authentication failed.' };

/** Returns the command of a message; undefined for the older form, in which drivers only say hello. */
const commandIn = (message: Buffer): BSON.Document | undefined =>
  message.readInt32LE(12) === OP_MSG ? BSON.deserialize(message.subarray(BODY_AT)) : undefined;

const answerTo = (message: Buffer, body: BSON.Document): Buffer => {
  const encoded = BSON.serialize(body);
  const head = Buffer.alloc(BODY_AT);
  head.writeInt32LE(BODY_AT + encoded.length, 0);
  head.writeInt32LE(message.readInt32LE(4), 8);
  head.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([head, encoded]);
};

/** Returns the answer to a sign-in, as MongoDB gives it for the subject of the client's certificate. */
const signInAnswer = (client: TLSSocket, { $db, mechanism, user }: BSON.Document): BSON.Document => {
  const subject = `CN=${client.getPeerCertificate().subject.CN}`;
  const isUser = subject === `CN=${USER}` && (user ?? subject) === subject;
  const isAsked = mechanism === 'MONGODB-X509' && $db === '$external';
  return isUser && isAsked ? { ok: 1, dbname: $db, user: subject } : REFUSED;
};

/** Passes messages on to the server after the client has signed in. */
const serveSignedIn = (client: TLSSocket, port: number): void => {
  const upstream = connect(port, '127.0.0.1');
  upstream.pipe(client);
  tie(client, upstream);
  let [waiting, isSignedIn] = [Buffer.alloc(0), false];
  const handle = (message: Buffer): void => {
    const command = isSignedIn ? undefined : commandIn(message);
    const name = Object.keys(command ?? {})[0] ?? '';
    if (command === undefined || HANDSHAKES.has(name)) return void upstream.write(message);
    const answer = name === 'authenticate' ? signInAnswer(client, command) : UNAUTHORIZED;
    isSignedIn = answer.ok === 1;
    client.write(answerTo(message, answer));
  };
  client.on('data', (bytes: Buffer) => {
    waiting = Buffer.concat([waiting, bytes]);
    while (waiting.length >= HEADER_BYTES && waiting.length >= waiting.readInt32LE(0)) {
      const length = waiting.readInt32LE(0);
      handle(waiting.subarray(0, length));
      waiting = waiting.subarray(length);
    }
  });
};

const serveOpen = (client: TLSSocket, port: number): void => {
  const upstream = connect(port, '127.0.0.1');
  upstream.pipe(client).pipe(upstream);
  tie(client, upstream);
};

/**
 * Puts TLS and sign-in by certificate before a server without them.
 * @param port the server's, on this machine
 * @param folder holds the certificates
 */
export const rentMongodb = async (port: number, folder: string): Promise<RentedMongodb> => {
  const parts = new AsyncDisposableStack();
  const authority = createAuthority(folder);
  const certificate: Certificate = authority.issue('server', `IP:127.0.0.1,DNS:${SERVER}`);
  const ca = readFileSync(authority.ca);
  const listen = async (requestCert: boolean, serve: (client: TLSSocket, port: number) => void): Promise<number> => {
    const options = { ...pemOf(certificate), ca, requestCert, rejectUnauthorized: requestCert };
    const server = createServer(options, (client) => serve(client, port));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    parts.defer(() => void server.close());
    return portOf(server);
  };
  return {
    signIn: await listen(true, serveSignedIn),
    open: await listen(false, serveOpen),
    ca: authority.ca,
    clientFile: (subject) => {
      const { cert, key } = authority.issue(subject, `DNS:${subject}`);
      const file = join(folder, `${subject}-both.pem`);
      writeFileSync(file, readFileSync(cert, 'utf8') + readFileSync(key, 'utf8'));
      return file;
    },
    stop: () => parts.disposeAsync(),
  };
};
