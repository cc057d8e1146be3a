import { storedOptions } from '../options/options.ts';
import type { Redirection } from '../redirection.ts';
import {
  type AccessLog,
  allowedAddress,
  deleteRecords,
  limitAddresses,
  notFoundLog,
  redirectLog,
} from './accessLog.ts';
import { inParts } from './logLists.ts';

const DAY_MS = 86_400_000;

const LIMITED = 'log-limited';
/** What was written under the options of before while the first round went on is found by the second. */
const ROUNDS = 2;

/** For which version of the options the addresses of a log were looked through from end to end, and how often. */
interface Limited {
  readonly options: number;
  readonly rounds: number;
}

/** Deletes what is older than the settings say, and makes the addresses of the rest as they allow them now. */
export const tendLogs = async (redirection: Redirection): Promise<void> => {
  const { version, options } = await storedOptions(redirection.documents);
  const { expire_redirect, expire_404, ip_logging } = options;
  for (const [log, days] of [
    [redirectLog, expire_redirect],
    [notFoundLog, expire_404],
  ] as const) {
    await expire(redirection, log, days);
    if (ip_logging !== 1) await limit(redirection, log, { mode: ip_logging, version });
  }
};

/** 0 keeps for ever; −1, which makes no records, deletes none. */
const expire = async (redirection: Redirection, log: AccessLog, days: number): Promise<void> => {
  if (days < 1) return;
  const before = new Date(redirection.now().getTime() - days * DAY_MS).toISOString();
  for await (const part of inParts(redirection.documents, log, { field: 'created', before })) {
    await deleteRecords(redirection, log, part);
  }
};

/** A round that was broken off begins anew: which records it has reached does not say which are left. */
const limit = async (
  redirection: Redirection,
  log: AccessLog,
  { mode, version }: { readonly mode: number; readonly version: number },
): Promise<void> => {
  const known = (await redirection.entries.get<Limited>(LIMITED, log.name))?.body;
  const rounds = known?.options === version ? known.rounds : 0;
  if (rounds >= ROUNDS) return;
  for await (const part of inParts(redirection.documents, log, { not: { field: 'ip', equals: '' } })) {
    const open = part.filter(({ ip }) => allowedAddress(ip, mode) !== ip);
    if (open.length > 0) await limitAddresses(redirection, log, open, mode);
  }
  await redirection.entries.put<Limited>(LIMITED, log.name, { options: version, rounds: rounds + 1 });
};
