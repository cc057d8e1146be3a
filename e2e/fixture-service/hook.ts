import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A receiver that refuses the first try of each signature. */
export interface Hook {
  readonly address: string;
  /** Idempotency keys of all tries. */
  readonly tried: string[];
  readonly taken: { readonly key: string; readonly body: unknown }[];
  close(): Promise<void>;
}

export const openHook = async (): Promise<Hook> => {
  const tried: string[] = [];
  const taken: Hook['taken'] = [];
  const server = createServer(async (request, response) => {
    const key = String(request.headers['idempotency-key']);
    const body = await json(request);
    const isFirst = !tried.includes(key);
    tried.push(key);
    if (!isFirst) taken.push({ key, body });
    response.writeHead(isFirst ? 503 : 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/signed`,
    tried,
    taken,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
