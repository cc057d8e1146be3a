import { nameRecords } from '@almanac/contracts';
import { askOf } from '@almanac/service';
import type { Misc } from '../misc.ts';

const USER = /^user:(\d+)$/;

/** The logins of principals who are users and are still there. */
export const loginsOf = async (
  { fetchInternal }: Pick<Misc, 'fetchInternal'>,
  principals: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const ids = [...new Set(principals.flatMap((principal) => USER.exec(principal)?.[1] ?? []))];
  if (ids.length === 0) return new Map();
  const { body } = await askOf(fetchInternal, nameRecords, 'core', { send: { kind: 'user', ids } });
  return new Map(body?.records.flatMap(({ id, name }) => (name === null ? [] : [[`user:${id}`, name]])));
};
