import type { NavigationLink } from '@almanac/contracts';
import { isShownAddress } from '@almanac/text';
import { type Html, html } from './html.ts';
import type { RenderContext } from './renderContext.ts';

/** Links by the link above them; links above which there is none are below 0. */
type LinksByParent = ReadonlyMap<number, readonly NavigationLink[]>;

/**
 * Returns the links of the menu at a place of the page, as a list of lists; undefined if there are none. A link to a
 * record leads to its version in the page's language, if there is one.
 * @param current the address of the page, whose link is marked
 */
export const menuLinks = (
  place: string,
  renderContext: Pick<RenderContext, 'site' | 'baseUrl' | 'language'>,
  current: string | undefined,
): Html | undefined => {
  const links = renderContext.site.navigation[place] ?? [];
  if (links.length === 0) return undefined;
  const ids = new Set(links.map(({ id }) => id));
  const byParent = Map.groupBy(links, ({ id, parent }) => (ids.has(parent) && parent !== id ? parent : 0));
  return listOf(byParent, byParent.get(0) ?? [], { renderContext, current, depth: 1 });
};

interface ListContext {
  readonly renderContext: Pick<RenderContext, 'site' | 'baseUrl' | 'language'>;
  readonly current: string | undefined;
  readonly depth: number;
}

/** Items in a circle are below none, so they are not shown; deeper lists than this are not either. */
const MAX_DEPTH = 5;

const listOf = (byParent: LinksByParent, links: readonly NavigationLink[], context: ListContext): Html => html`<ul>
${links.map((link) => itemOf(byParent, link, context))}</ul>`;

const itemOf = (byParent: LinksByParent, link: NavigationLink, context: ListContext): Html => {
  const below = byParent.get(link.id) ?? [];
  const isDeeper = below.length > 0 && context.depth < MAX_DEPTH;
  return html`<li>${anchorOf(link, context)}${isDeeper && html`\n${listOf(byParent, below, { ...context, depth: context.depth + 1 })}`}</li>\n`;
};

const anchorOf = (
  { text, href, versions = {}, target, rel, title }: NavigationLink,
  { renderContext: { baseUrl, language }, current }: ListContext,
): Html => {
  const shown = versions[language] ?? { text, href };
  const address = shown.href.startsWith('/') && !shown.href.startsWith('//') ? `${baseUrl}${shown.href}` : shown.href;
  const relation = target === '_blank' ? [rel, 'noopener'].filter(Boolean).join(' ') : rel;
  return html`<a href="${isShownAddress(address) ? address : '#'}"${target && html` target="${target}"`}${relation && html` rel="${relation}"`}${title && html` title="${title}"`}${address === current && html` aria-current="page"`}>${shown.text}</a>`;
};
