import { languageCodes, languageRecord } from '@almanac/i18n';
import { type Html, html, joined, type RenderContext } from '@almanac/pages';
import { type AskedView, type FilterName, type ViewSlug, viewAddress, withViewChange } from './askedView.ts';
import type { PeriodLink, ViewBody } from './calendarView.ts';
import { feedFilters, subscribeLine } from './subscribe.ts';
import type { Chip } from './viewFilters.ts';
import { viewLink } from './viewLink.ts';

const NAMES: readonly (readonly [ViewSlug, string])[] = [
  ['list', 'List'],
  ['month', 'Month'],
  ['week', 'Week'],
  ['day', 'Day'],
];

/** Renders the link to another view. It keeps the date, except to and from lists, which begin with today. */
const switchItem = (slug: ViewSlug, label: string, asked: AskedView, renderContext: RenderContext): Html => {
  const date = slug === 'list' || asked.slug === 'list' ? undefined : asked.date;
  const current = asked.slug === slug && html` aria-current="true"`;
  return html`<li>${viewLink(withViewChange(asked, { slug, date }), renderContext.text(label), renderContext, current)}</li>\n`;
};

/** Renders the links to the offered views, and to the present view if the site does not offer it. */
const views = (
  { asked, offered }: Pick<ViewFrame, 'asked' | 'offered'>,
  renderContext: RenderContext,
): Html => html`<nav class="switch" aria-label="${renderContext.text('Views')}">
<ul>
${NAMES.filter(([slug]) => slug === asked.slug || offered.includes(slug)).map(([slug, label]) => switchItem(slug, label, asked, renderContext))}</ul>
</nav>`;

const turnLink = (turn: PeriodLink | undefined, rel: 'prev' | 'next', renderContext: RenderContext): Html | false => {
  if (turn === undefined) return false;
  const [before, after] = rel === 'prev' ? ['← ', ''] : ['', ' →'];
  const arrow = (text: string) => text !== '' && html`<span aria-hidden="true">${text}</span>`;
  return html`<li class="${rel}">${viewLink(turn.asked, html`${arrow(before)}${turn.label}${arrow(after)}`, renderContext, html` rel="${rel}"`)}</li>\n`;
};

/** Renders the links to the previous period, today, and the next period. */
export const turning = (
  { turns }: ViewBody,
  asked: AskedView,
  renderContext: RenderContext,
): Html => html`<nav class="turns" aria-label="${turns.label}">
<ul>
${turnLink(turns.previous, 'prev', renderContext)}<li>${viewLink(withViewChange(asked, { date: undefined }), renderContext.text('Today'), renderContext)}</li>
${turnLink(turns.next, 'next', renderContext)}</ul>
</nav>`;

/** Renders the active filters, each with a link that removes it, and the number of events found. */
const chipsOf = (
  chips: readonly Chip[],
  found: number,
  asked: AskedView,
  renderContext: RenderContext,
): Html | false => {
  if (chips.length === 0) return false;
  const { text } = renderContext;
  const items = chips.map(({ name, label }) => {
    const words = html`${label} <span aria-hidden="true">×</span><span class="sr"> ${text('(remove this filter)')}</span>`;
    return html`<li>${viewLink(withoutFilter(asked, name), words, renderContext)}</li>\n`;
  });
  return html`<div class="found"><p role="status">${text(found === 1 ? '1 event found' : '{count} events found', { count: found })}</p>
<ul class="chips">
${items}</ul></div>
`;
};

/** Returns the view without a filter. Without the filter that the place implies, it becomes the list of all events. */
const withoutFilter = (asked: AskedView, name: FilterName): AskedView => {
  const { [name]: _, ...filters } = asked.filters;
  const isPlaced = asked.placed[name] !== undefined;
  return withViewChange(asked, { filters, isPast: asked.isPast, ...(isPlaced && { place: ['list'], placed: {} }) });
};

export interface ViewFrame {
  readonly asked: AskedView;
  /** The views that visitors can choose. */
  readonly offered: readonly string[];
  readonly body: ViewBody;
  readonly chips: readonly Chip[];
  readonly filterForm: Html;
  readonly nonces: Html;
}

/** Renders a view with its frame: everything that its script replaces. */
export const frameView = (framed: ViewFrame, renderContext: RenderContext): Html => {
  const { asked, body, chips, filterForm, nonces } = framed;
  const address = viewAddress(asked, renderContext);
  const versions = Object.fromEntries(
    languageCodes().map((language) => [
      languageRecord(language).tag,
      viewAddress(asked, { ...renderContext, language }),
    ]),
  );
  const classes = `cal-common cal-events cal-events-view cal-events-view--${asked.slug}`;
  const parts = [views(framed, renderContext), turning(body, asked, renderContext), filterForm];
  return html`<div class="${classes}" data-js="cal-view" data-address="${address}" data-versions="${JSON.stringify(versions)}" data-rest="${renderContext.apiRoot}/cal/views/v2/html">
<h1>${body.heading}</h1>
${body.about}<div class="bar">
${joined(parts, '\n')}
</div>
${chipsOf(
  chips.filter(({ name }) => asked.placed[name] === undefined),
  body.found,
  asked,
  renderContext,
)}${body.html}
${subscribeLine(renderContext, feedFilters(asked.filters))}
${nonces}
</div>`;
};
