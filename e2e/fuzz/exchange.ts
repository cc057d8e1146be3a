import { Agent, type IncomingHttpHeaders, request as send } from 'node:http';
import type { FuzzRequest } from './requests.ts';

export interface FuzzAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 });
const PATIENCE = 20_000;

/**
 * Sends a request as it stands, byte for byte.
 * @throws Error when the connection breaks or no answer comes within 20 s
 */
export const exchange = (origin: string, asked: FuzzRequest, authorization?: string): Promise<FuzzAnswer> =>
  new Promise((resolve, reject) => {
    const headers = {
      ...(asked.body !== undefined && { 'content-length': asked.body.length }),
      ...asked.headers,
      ...(authorization !== undefined && { authorization }),
    };
    const signal = AbortSignal.timeout(PATIENCE);
    const { hostname, port } = new URL(origin);
    const sent = send(
      { hostname, port, method: asked.method, path: asked.target, headers, agent, signal },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      },
    );
    sent.on('error', reject);
    sent.end(asked.body);
  });
