import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { credentials, type SiteProcess } from '../site.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

export interface Asking {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  /** Any other status is an error. */
  readonly status?: number;
}

/** Sends a request on a kept connection; resolves to the body. */
export const ask = (url: string, { method = 'GET', headers = {}, body, status = 200 }: Asking = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method, agent, headers }, (response: IncomingMessage) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        if (response.statusCode === status) resolve(text);
        else reject(new Error(`${method} ${url}: ${response.statusCode} ${text.slice(0, 200)}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** Sends JSON by POST as the administrator. */
export const post = (site: Pick<SiteProcess, 'root'>, path: string, body: object, status = 201): Promise<string> =>
  ask(site.root + path, {
    method: 'POST',
    status,
    headers: { authorization: credentials('admin'), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Runs work for each number from `from` up to but not including `to`, 16 at a time. */
export const fill = async (from: number, to: number, work: (turn: number) => Promise<unknown>): Promise<void> => {
  let turn = from;
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (turn < to) await work(turn++);
    }),
  );
};
