import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';

/** Returns the addresses of a name in a hosts file. */
export type HostsFile = (host: string) => Promise<readonly string[]>;

interface Reading {
  readonly changedAt: number;
  readonly addresses: ReadonlyMap<string, readonly string[]>;
}

/** Reads a hosts file and rereads it after a change. An unreadable file counts as empty. */
export const createHostsFile = (path: string): HostsFile => {
  let last: Reading | undefined;
  return async (host) => {
    const { mtimeMs: changedAt } = await stat(path).catch(() => ({ mtimeMs: 0 }));
    if (last?.changedAt !== changedAt)
      last = { changedAt, addresses: parsed(await readFile(path, 'utf8').catch(() => '')) };
    return last.addresses.get(host.toLowerCase()) ?? [];
  };
};

const parsed = (text: string): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = (line.split('#', 1)[0] ?? '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names.map((each) => each.toLowerCase())) {
      const addresses = found.get(name);
      if (addresses === undefined) found.set(name, [address]);
      else addresses.push(address);
    }
  }
  return found;
};
