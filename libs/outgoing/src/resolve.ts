import { lookup } from 'node:dns/promises';

/** Gives all IP addresses of a host name; rejects, or gives none, for a name that leads nowhere. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** As the system resolves names, hosts file included. */
export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address);
