import { inListsOf } from '@almanac/content-model';
import type { Filter, Range } from '@almanac/documents';
import { html, monthText } from '@almanac/pages';
import type { RestRequest } from '@almanac/rest';
import { pagePath } from '../addresses.ts';
import type { Core } from '../core.ts';
import { listedPosts, ofType, type Post, posts } from '../posts/post.ts';

interface ArchivesAttributes {
  /** True if each month names the number of its posts. */
  readonly showPostCounts: boolean;
}

/** Maximum number of months in the list. */
const MAX_MONTHS = 240;

/** Returns the dates of a month as a filter. */
export const inMonth = (month: Temporal.PlainYearMonth): Range => ({
  field: 'date',
  from: `${month}-01`,
  before: `${month.add({ months: 1 })}-01`,
});

/** Renders the newest months with public posts in the language of the request, as links to their pages. */
export const archivesBlock = async (
  core: Core,
  { site, language }: Pick<RestRequest, 'site' | 'language'>,
  { showPostCounts }: ArchivesAttributes,
): Promise<string> => {
  const { documents, languages, texts } = core;
  const listed = (range: Filter): Filter => ({
    all: [ofType('post'), inListsOf(listedPosts, language, languages), { field: 'status', equals: 'publish' }, range],
  });
  const months: Temporal.PlainYearMonth[] = [];
  let range: Filter = { all: [] };
  while (months.length < MAX_MONTHS) {
    const query = { filter: listed(range), order: [{ field: 'date', direction: 'desc' }], limit: 1 } as const;
    const [newest] = await documents.find<Post>(posts, query);
    if (newest === undefined) break;
    const month = Temporal.PlainYearMonth.from(newest.date.slice(0, 7));
    months.push(month);
    range = { field: 'date', before: `${month}-01` };
  }
  if (months.length === 0) {
    return html`<div class="archives-list archives">${texts.text('There are no posts yet.', language)}</div>`.text;
  }
  const items = await Promise.all(
    months.map(async (month) => {
      const path = pagePath(language, languages.defaultLanguage, `${month}`.split('-'));
      const count = showPostCounts ? ` (${await documents.count(posts, listed(inMonth(month)))})` : '';
      return html`<li><a href="${site}${path}">${monthText(month, { language, site: core.settings.current() })}</a>${count}</li>\n`;
    }),
  );
  return html`<ul class="archives-list archives">\n${items}</ul>`.text;
};
