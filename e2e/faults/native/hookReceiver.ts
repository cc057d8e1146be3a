import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ToldEvent } from './toldClient.ts';

export interface HookReceiver {
  readonly port: number;
  /** Events accepted by each host, in the order of arrival. */
  readonly taken: ReadonlyMap<string, readonly ToldEvent[]>;
  /** Number of events that `flaky.test` has refused. */
  readonly refused: number;
  close(): Promise<void>;
}

/** Receives webhooks: `good.test` accepts all, `flaky.test` refuses some once, `silent.test` never answers. */
export const startHookReceiver = async (): Promise<HookReceiver> => {
  const taken = new Map<string, ToldEvent[]>([
    ['good.test', []],
    ['flaky.test', []],
    ['silent.test', []],
  ]);
  const refused = new Set<string>();
  const isRefused = (host: string, { id }: ToldEvent): boolean => {
    if (host !== 'flaky.test' || refused.has(id) || Math.random() > 0.1) return false;
    refused.add(id);
    return true;
  };
  const answer = (host: string, event: ToldEvent, response: ServerResponse): void => {
    if (host === 'silent.test') return;
    if (isRefused(host, event)) return void response.writeHead(500).end();
    taken.get(host)?.push(event);
    response.writeHead(204).end();
  };
  const server = createServer(async (request, response) => {
    const host = request.headers.host?.replace(/:\d+$/, '') ?? '';
    const event: ToldEvent = JSON.parse(await text(request));
    answer(host, event, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    taken,
    get refused() {
      return refused.size;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};
