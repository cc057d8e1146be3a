import type { Filter } from '@almanac/documents';
import { currentOptions } from '../options/options.ts';
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
const MASKED = 2;

/** Deletes what is older than the settings say, and makes the addresses of the rest as they allow them now. */
export const tendLogs = async (redirection: Redirection): Promise<void> => {
  const { expire_redirect, expire_404, ip_logging } = await currentOptions(redirection.documents);
  for (const [log, days] of [
    [redirectLog, expire_redirect],
    [notFoundLog, expire_404],
  ] as const) {
    await expire(redirection, log, days);
    if (ip_logging !== 1) await limit(redirection, log, ip_logging);
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

const limit = async (redirection: Redirection, log: AccessLog, mode: number): Promise<void> => {
  const known: Filter = { not: { field: 'ip', equals: '' } };
  for await (const part of inParts(redirection.documents, log, known)) {
    const open = part.filter(({ ip }) => allowedAddress(ip, mode) !== ip);
    await limitAddresses(redirection, log, open, mode);
    if (mode === MASKED && open.length === 0) return;
  }
};
