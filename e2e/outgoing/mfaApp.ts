import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { startFakeServer } from '@almanac/outgoing/testing';

/** Sign-in data that a site sends to the app. */
interface Handshake {
  readonly ip: string;
  readonly login_url: string;
  readonly send_code_url: string;
  readonly user_id: number;
  readonly masked_email: string;
}

export interface FakeMfaApp {
  /** Value of `MFA_APP_URL`. */
  readonly url: string;
  readonly key: string;
  readonly begun: Handshake[];
  /** Statuses of the site's answers to requests for a code. */
  readonly answers: number[];
  close(): Promise<void>;
}

interface Begun extends Handshake {
  readonly secret: string;
}

const textOf = async (request: IncomingMessage): Promise<string> => (await request.toArray()).join('');

const askForCode = async ({ send_code_url, secret }: Begun, token: string): Promise<number> => {
  const body = { token, secret, browser: 'Firefox on a harbour wall', location: 'Riverside' };
  const headers = { 'content-type': 'application/json' };
  return (await fetch(send_code_url, { method: 'POST', headers, body: JSON.stringify(body) })).status;
};

/** Starts an app with a page between password and code; opening the page makes the site mail the code. */
export const startMfaApp = async (): Promise<FakeMfaApp> => {
  const key = `key-${randomUUID()}`;
  const sessions = new Map<string, Begun>();
  const begin = (handshake: Handshake, origin: string) => {
    const [token, secret] = [randomUUID(), randomUUID()];
    app.begun.push(handshake);
    sessions.set(token, { ...handshake, secret });
    return { token, secret, redirect_url: `${origin}/page?token=${token}` };
  };
  const server = await startFakeServer(async (request, response) => {
    const origin = `http://127.0.0.1:${server.port}`;
    const url = new URL(request.url ?? '/', origin);
    const token = url.searchParams.get('token') ?? '';
    const known = sessions.get(token);
    if (request.method === 'POST' && request.headers.authorization === `Bearer ${key}`) {
      const answer = begin(JSON.parse(await textOf(request)) as Handshake, origin);
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    }
    if (known === undefined) return void response.writeHead(404).end();
    app.answers.push(await askForCode(known, token));
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<title>The app</title><p>A code is on its way. <a href="${known.login_url}">Type it</a>`);
  });
  const app: FakeMfaApp = {
    url: `http://127.0.0.1:${server.port}/begin`,
    key,
    begun: [],
    answers: [],
    close: server.close,
  };
  return app;
};
