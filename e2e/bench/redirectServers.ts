import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { createGateway } from '@almanac/gateway/app';
import { RuleSet } from '@almanac/redirects';
import { defaultRedirectOptions } from '@almanac/redirects/schemas';
import { createFetchInternal, fixedSettings, silentLog } from '@almanac/service';
import { type RuleKind, ruleNumbered } from './redirectRules.ts';

/** Kind of server that the redirect benchmark starts; the parent sends it in its first message. */
export type ServerKind =
  | { readonly as: 'bare' | 'sink' }
  | { readonly as: 'gateway'; readonly kind: RuleKind; readonly rules: number; readonly sink: string };

/** Answers every request with the same redirect, as the upper limit of the rate. */
const bare: RequestListener = (_request, response) => {
  response.writeHead(301, { location: '/target', 'content-length': 0 }).end();
};

/** Accepts requests of gateways in place of the redirection service. */
const sink: RequestListener = (request, response) => {
  request.resume().once('end', () => response.writeHead(204).end());
};

const gateway = (kind: RuleKind, count: number, address: string) => {
  const rules = new RuleSet();
  rules.putGroup({ id: 1, module_id: 1, enabled: true });
  global.gc?.();
  const before = process.memoryUsage().heapUsed;
  for (let n = 1; n <= count; n++) rules.put(ruleNumbered(kind, n));
  global.gc?.();
  const bytes = process.memoryUsage().heapUsed - before;
  const now = () => new Date();
  const addresses = new Map([['redirection', address]] as const);
  const made = createGateway({
    addresses,
    now,
    log: silentLog,
    newId: randomUUID,
    secret: 'a secret of the benchmark, long enough',
    fetchInternal: createFetchInternal({
      from: 'gateway',
      addressOf: () => address,
      secret: 'the same for the sink, long enough',
      now,
    }),
    settings: { ...fixedSettings(), waitFor: async () => undefined },
    rules: { rules, options: defaultRedirectOptions, waitFor: async () => undefined, unready: () => ({}) },
    prefix: 'json',
    bodyLimit: 1_024,
    serviceTimeout: 1_000,
    trustedProxies: 0,
    allowPlainPasswords: false,
  });
  return { listener: made.listener, bytes };
};

process.once('message', (asked: ServerKind) => {
  const { listener, bytes } =
    asked.as === 'gateway'
      ? gateway(asked.kind, asked.rules, asked.sink)
      : { listener: asked.as === 'bare' ? bare : sink, bytes: 0 };
  const server = createServer(listener);
  server.listen(0, '127.0.0.1', () => process.send?.({ ...(server.address() as object), bytes }));
  process.on('message', () => process.send?.(process.cpuUsage()));
});
