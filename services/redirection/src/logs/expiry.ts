import { storedOptions } from '../options/options.ts';
import type { Redirection } from '../redirection.ts';
import {
  type AccessLog,
  allowedAddress,
  deleteRecords,
  limitAddresses,
  notFoundLog,
  oldestNumber,
  redirectLog,
} from './accessLog.ts';
import { inParts } from './logLists.ts';

const DAY_MS = 86_400_000;

const EXPIRY_KIND = 'log-limited';
/** The second round finds records that were written under the old options during the first. */
const ROUNDS = 2;

/** The number of finished rounds through the addresses of a log, and the version of the options they applied. */
interface ExpiryProgress {
  readonly options: number;
  readonly rounds: number;
}

/** Deletes records that are older than the settings allow, and reduces the addresses of the rest. */
export const expireLogs = async (redirection: Redirection): Promise<void> => {
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

/** Deletes the oldest records of a log that holds more bytes than the settings allow. */
export const dropBeyondBytes = async (redirection: Redirection, log: AccessLog): Promise<void> => {
  const before = await oldestNumber(redirection, log);
  for await (const part of inParts(redirection.documents, log, { field: 'number', before })) {
    await deleteRecords(redirection, log, part);
  }
};

/** Deletes old records. 0 keeps them forever; −1 records no visits and deletes none. */
const expire = async (redirection: Redirection, log: AccessLog, days: number): Promise<void> => {
  if (days < 1) return;
  const before = new Date(redirection.now().getTime() - days * DAY_MS).toISOString();
  for await (const part of inParts(redirection.documents, log, { field: 'created', before })) {
    await deleteRecords(redirection, log, part);
  }
};

/** Reduces the addresses of a log in one round. An interrupted round starts again from the first record. */
const limit = async (
  redirection: Redirection,
  log: AccessLog,
  { mode, version }: { readonly mode: number; readonly version: number },
): Promise<void> => {
  const known = (await redirection.entries.get<ExpiryProgress>(EXPIRY_KIND, log.name))?.body;
  const rounds = known?.options === version ? known.rounds : 0;
  if (rounds >= ROUNDS) return;
  for await (const part of inParts(redirection.documents, log, { not: { field: 'ip', equals: '' } })) {
    const open = part.filter(({ ip }) => allowedAddress(ip, mode) !== ip);
    if (open.length > 0) await limitAddresses(redirection, log, open, mode);
  }
  await redirection.entries.put<ExpiryProgress>(EXPIRY_KIND, log.name, { options: version, rounds: rounds + 1 });
};
