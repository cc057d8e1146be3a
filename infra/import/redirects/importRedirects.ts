import { UnreadableFileError } from '@almanac/text/lines';
import type { FormClient, Upload } from '../siteClient.ts';

interface LineProblem {
  readonly line: number;
  readonly reason: string;
}

/** A redirect that an import would create. */
interface PlannedRedirect {
  readonly line: number;
  readonly url: string;
  readonly action_type: string;
  readonly action_code: number;
  readonly action_data: { readonly url?: string } | null;
}

interface ImportAnswer {
  readonly imported: number;
  readonly unchanged?: number;
  /** The first thousand lines that are no redirects. */
  readonly errors: readonly LineProblem[];
  readonly rules?: readonly PlannedRedirect[];
}

/** The result of an import, or of a dry run with the redirects that it would create. */
export interface RedirectReport {
  readonly isDryRun: boolean;
  readonly created: number;
  readonly unchanged: number;
  /** Lines that were not imported, each with the reason. */
  readonly left: readonly string[];
  readonly planned: readonly string[];
}

export interface RedirectOptions {
  /** The name of a group, or its id; undefined for the first group. JSON files name their groups themselves. */
  readonly group?: string;
  readonly isDryRun: boolean;
  /** True to create redirects that catch the front page, every page or their own target. */
  readonly isConfirmed: boolean;
}

const NAMESPACE = '/redirection/v1';

/**
 * Sends a file of redirects to the site, which recognises its format by its name. A second run changes nothing, and one
 * after an interruption creates the redirects that are missing.
 * @throws RefusedError for a file that the site refuses; UnreadableFileError for a group that a dry run cannot create
 */
export const importRedirects = async (
  file: Upload,
  site: FormClient,
  { group, isDryRun, isConfirmed }: RedirectOptions,
): Promise<RedirectReport> => {
  const id = await groupIdOf(site, group, isDryRun);
  const query = `?dry_run=${isDryRun}&confirm=${isConfirmed}`;
  const answer = await site.sendForm<ImportAnswer>(`${NAMESPACE}/import/file/${id}${query}`, file);
  return {
    isDryRun,
    created: answer.imported,
    unchanged: answer.unchanged ?? 0,
    left: answer.errors.map(({ line, reason }) => `line ${line}: ${reason}`),
    planned: (answer.rules ?? []).map(plannedLine),
  };
};

const plannedLine = ({ line, url, action_type, action_code, action_data }: PlannedRedirect): string => {
  const code = action_code === 0 ? '' : ` ${action_code}`;
  return `line ${line}: ${url} (${action_type}${code})${action_data?.url === undefined ? '' : ` → ${action_data.url}`}`;
};

interface GroupList {
  readonly items: readonly { readonly id: number; readonly name: string }[];
}

/** Returns the id of a group, which is created if no group has its name. */
const groupIdOf = async (site: FormClient, group: string | undefined, isDryRun: boolean): Promise<number> => {
  const query = new URLSearchParams({ orderby: 'id', direction: 'asc', per_page: '200' });
  if (group !== undefined) query.set('filterBy[name]', group);
  const find = async (): Promise<number | undefined> => {
    const { items } = await site.request<GroupList>('GET', `${NAMESPACE}/group?${query}`);
    return items.find(({ name }) => group === undefined || name === group)?.id;
  };
  const found = await find();
  if (found !== undefined) return found;
  if (group === undefined) throw new UnreadableFileError('The site has no group of redirects; name one with --group.');
  if (/^\d+$/.test(group)) return Number(group);
  if (isDryRun)
    throw new UnreadableFileError(`The site has no group “${group}” yet. Leave --group out, or name another group.`);
  await site.request('POST', `${NAMESPACE}/group`, { name: group, moduleId: 1 });
  const created = await find();
  if (created === undefined) throw new UnreadableFileError(`The site shows the group “${group}” by another name.`);
  return created;
};
