import type { Filter } from '@almanac/documents';
import { allGroups } from '../groups/groupLists.ts';
import { type SiteRecord, siteRecords } from '../posts/siteRecords.ts';
import type { Redirection } from '../redirection.ts';
import { type ImportRequest, loadRules } from './loadRules.ts';
import type { ParsedRule } from './parsed.ts';

/** The id of the only import source beside files: the former addresses of this site's records. */
export const OLD_ADDRESSES = 'core-old-slugs';

/** Matches published records that have moved. */
const moved: Filter = {
  all: [
    { field: 'moved', equals: true },
    { field: 'status', equals: 'publish' },
  ],
};

const movedRecords = ({ documents }: Redirection): Promise<SiteRecord[]> =>
  documents.find<SiteRecord>(siteRecords, { filter: moved, order: [{ field: 'id', direction: 'asc' }] });

/** Returns the number of former addresses. */
export const countOldAddresses = async (redirection: Redirection): Promise<number> =>
  (await movedRecords(redirection)).reduce((sum, { former }) => sum + former.length, 0);

/** Creates a rule for each former address, in the first group. Returns the number of rules. */
export const importOldAddresses = async (redirection: Redirection, loading: ImportRequest): Promise<number> => {
  const [group] = await allGroups(redirection.documents);
  if (group === undefined) return 0;
  const lines = (await movedRecords(redirection)).flatMap(({ former, path }) =>
    former.map((url) => ({ url, target: path ?? '/', regex: false, action: 'url', enabled: true })),
  );
  const choices = { isDryRun: false, isConfirmed: true };
  const parsed = lines.map((rule, index): ParsedRule => ({ line: index + 1, rule }));
  return (await loadRules(redirection, loading, parsed, group.id, choices)).imported;
};
