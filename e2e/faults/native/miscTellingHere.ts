import { createMisc } from '@almanac/misc/app';
import { definition } from '@almanac/misc/definition';
import { createOutgoing } from '@almanac/outgoing';
import { runService } from '@almanac/service/process';

// Misc as a process whose webhooks all lead to one port of this machine; the guarded client refuses such addresses.

const HERE = '127.0.0.1';
const port = Number(process.env.HOOK_PORT);
const guarded = createOutgoing({
  resolve: async () => [HERE],
  policy: { allowsPort: (asked) => asked === port, allowsAddress: (address) => address === HERE },
});
const outgoing: typeof guarded = {
  check: async () => undefined,
  // receivers are behind TLS; the one here is not
  fetch: (url, options) => guarded.fetch(String(url).replace(/^https:\/\/([^/]+)/, `http://$1:${port}`), options),
};

await runService({ ...definition, create: (ports) => createMisc(ports, { outgoing }) }, process);
