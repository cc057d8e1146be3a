import { isDeepStrictEqual } from 'node:util';

/** Records as a client sends them: a list of ids, of ids and new values, or one id. */
type Sent = readonly unknown[] | { readonly id: number } | { readonly address: string } | null | undefined;

const idsOf = (sent: readonly unknown[]): unknown[] =>
  sent.map((each) => (typeof each === 'object' && each !== null && 'id' in each ? each.id : each));

const listOf = (sent: Exclude<Sent, undefined>): readonly unknown[] =>
  Array.isArray(sent) ? sent : sent === null ? [] : [sent];

/**
 * Returns the arguments that name exactly the records in the view. Links that the caller does not see, to private or
 * trashed records, then stay.
 * @param shown the ids in the view, by argument
 */
export const unchangedLinks = (
  args: Readonly<Record<string, unknown>>,
  shown: Readonly<Record<string, readonly unknown[]>>,
): string[] =>
  Object.entries(shown).flatMap(([name, ids]) => {
    const sent = args[name] as Sent;
    return sent !== undefined && isDeepStrictEqual(new Set(idsOf(listOf(sent))), new Set(ids)) ? [name] : [];
  });
