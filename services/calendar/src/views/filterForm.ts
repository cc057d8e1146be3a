import { type Html, html, type RenderContext } from '@almanac/pages';
import { type AskedView, viewAddress, withViewChange } from './askedView.ts';
import { type Choice, type Choices, type ChosenName, chosenNames } from './filterChoices.ts';
import type { Chip } from './viewFilters.ts';

interface Parts {
  readonly asked: AskedView;
  readonly chips: readonly Chip[];
  readonly choices: Choices;
}

/** Renders a field with the current choice, even if it is not among the offered ones. */
const choice = (
  name: ChosenName,
  label: string,
  { asked, chips, choices }: Parts,
  { text }: RenderContext,
): Html | false => {
  const chosen = asked.filters[name];
  const isOffered = choices[name].some(([value]) => value === chosen);
  const own: Choice[] =
    chosen === undefined || isOffered ? [] : [[chosen, chips.find((chip) => chip.name === name)?.label ?? chosen]];
  const all = [...own, ...choices[name]];
  if (all.length === 0) return false;
  const option = ([value, text]: Choice): Html =>
    html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>\n`;
  return html`<p><label for="cal-${name}">${label}</label>
<select id="cal-${name}" name="${name}"><option value="">${text('All')}</option>
${all.map(option)}</select></p>
`;
};

/** Returns hidden fields for the filters of the address that the form has no field for. */
const hidden = ({ filters, isPast, slug }: AskedView): Html[] => {
  const kept = [
    ...(['tag', 'featured', 'series'] as const).map((name) => [name, filters[name]] as const),
    ['when', isPast && slug === 'list' ? 'past' : undefined] as const,
  ];
  return kept.flatMap(([name, value]) =>
    value === undefined ? [] : [html`<input type="hidden" name="${name}" value="${value}">\n`],
  );
};

/** Renders the fields for category, venue and organizer, open if one of them is chosen. */
const moreFilters = (parts: Parts, renderContext: RenderContext): Html | false => {
  const { text } = renderContext;
  const isOpen = chosenNames.some((name) => parts.asked.filters[name] !== undefined);
  const fields = [
    choice('category', text('Category'), parts, renderContext),
    choice('venue', text('Venue'), parts, renderContext),
    choice('organizer', text('Organizer'), parts, renderContext),
  ].filter((field) => field !== false);
  return (
    fields.length > 0 &&
    html`<details${isOpen && html` open`}><summary>${text('More filters')}</summary>
<div class="fields">${fields}</div></details>
`
  );
};

/** Renders the form for all filters: words, day, category, venue and organizer, which the address keeps. */
export const filterForm = (parts: Parts, renderContext: RenderContext): Html => {
  const { asked } = parts;
  const { text } = renderContext;
  const slug = asked.slug === 'latest-past' ? 'list' : asked.slug;
  // the address keeps the month itself, so that its first day is not picked
  const isMonth = slug === 'month' && asked.isPicked !== true;
  const date = isMonth ? asked.date : undefined;
  const bare = withViewChange(asked, { slug, filters: {}, place: ['list'], placed: {}, date });
  return html`<form class="filters" role="search" aria-label="${text('Events')}" method="get" action="${viewAddress(bare, renderContext)}" data-js="cal-form">
<p><label for="cal-search">${text('Search events')}</label>
<input id="cal-search" type="search" name="search" maxlength="200" value="${asked.filters.search ?? ''}"></p>
<p><label for="cal-date">${text('Day')}</label>
<input id="cal-date" type="date" name="date" value="${isMonth ? '' : asked.date?.toString()}"></p>
${moreFilters(parts, renderContext)}${hidden(asked)}<p><button>${text('Apply')}</button></p>
</form>`;
};
