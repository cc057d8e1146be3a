import { inListsOf, withAllVersions } from '@almanac/content-model';
import { endOfDay, startOfDay, toUtc, toWallClock } from '@almanac/dates';
import type { Filter } from '@almanac/documents';
import {
  dayTimeSeparator,
  foreignAttributes,
  fullDayText,
  type Html,
  html,
  inline,
  languageLabel,
  numberText,
  type RenderContext,
  shortMonthText,
  timeText,
} from '@almanac/pages';
import { clockUntil, endOfMinute } from '@almanac/rest';
import { type EventCopy, eventCopies, listedEvents } from '../integration/eventCopies.ts';
import type { PageContext } from '../pageContext.ts';
import { type Term, tags } from '../terms/term.ts';
import { pictures } from './featuredFigure.ts';

const MAX_EVENTS = 6;
const DAY_MS = 86_400_000;

/**
 * Returns the next events, or those with a tag, as visible to visitors. They equal the start of the calendar's list
 * without date arguments (docs/interface/calendar.md §7). Core's copies are used, so the calendar is not asked.
 */
export const upcomingEvents = async ({ core, request }: PageContext, tag?: Term): Promise<readonly EventCopy[]> => {
  await core.waitForCopies(request);
  const filter: Filter = {
    all: [
      { field: 'hidden', equals: false },
      inListsOf(listedEvents, request.language, core.languages),
      listedEvents.publicOnly,
      ...windowOf(core),
      ...(tag === undefined
        ? []
        : [{ field: 'tags', contains: await withAllVersions(core.documents, tags.noun, [tag]) }]),
    ],
  };
  const { zone_mode: zoneMode } = core.settings.current();
  const field = zoneMode === 'site' ? 'startUtc' : 'start';
  return core.documents.find<EventCopy>(eventCopies, {
    filter,
    order: [{ field, direction: 'asc' }],
    limit: MAX_EVENTS,
  });
};

/** Returns the filter of dates: from the site's local day at yesterday 23:59 UTC, to two years from now. */
const windowOf = ({ settings, now }: PageContext['core']): Filter[] => {
  const { timezone: zone, day_cutoff: cutoff, zone_mode: zoneMode } = settings.current();
  const at = clockUntil(now, endOfMinute).getTime();
  const yesterday = new Date(at - DAY_MS).toISOString().slice(0, 10);
  const inTwoYears = Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO('UTC')
    .add({ months: 24 }).epochMilliseconds;
  const from = startOfDay(toWallClock(`${yesterday} 23:59:00`, zone), cutoff);
  const to = endOfDay(toWallClock(inTwoYears, zone), cutoff);
  if (zoneMode === 'event')
    return [
      { field: 'start', from },
      { field: 'end', to },
    ];
  return [
    { field: 'startUtc', from: toUtc(from, zone) },
    { field: 'endUtc', to: toUtc(to, zone) },
  ];
};

/** Returns date and time. A password-protected event shows its start time even if it lasts all day. */
const when = ({ start, allDay, ...event }: EventCopy, renderContext: RenderContext): string =>
  allDay && !event.protected
    ? fullDayText(start, renderContext)
    : `${fullDayText(start, renderContext)}${dayTimeSeparator(renderContext)}${timeText(start, renderContext)}`;

const addressOf = ({ id, path }: EventCopy, { baseUrl }: RenderContext): string =>
  path === null ? `${baseUrl}/?p=${id}` : `${baseUrl}${path}`;

type PictureOf = (event: EventCopy) => Html | undefined;

const item = (event: EventCopy, pictureOf: PictureOf, renderContext: RenderContext): Html => html`<li>
<div class="poster">${pictureOf(event) ?? html`<span aria-hidden="true">${dayOfMonth(event, renderContext)}</span>`}</div>
<h3><a href="${addressOf(event, renderContext)}"${foreignAttributes(event.language, renderContext)}>${inline(event.title)}</a>${languageLabel(event.language, renderContext)}</h3>
<p class="soft"><time datetime="${event.start.replace(' ', 'T')}">${when(event, renderContext)}</time></p>
</li>
`;

/** Renders the day on which an event begins, in place of a picture. */
const dayOfMonth = ({ start }: EventCopy, renderContext: RenderContext): Html =>
  html`<b>${numberText(Number(start.slice(8, 10)), renderContext)}</b> ${shortMonthText(start, renderContext)}`;

/** Renders events with their pictures, side by side, below a heading of the page. */
export const eventCards = async (events: readonly EventCopy[], context: PageContext): Promise<Html> => {
  const open = events.filter((event) => !event.protected).map(({ image }) => ({ image: image ?? 0 }));
  const elementOf = await pictures(context, open, '(min-width: 48rem) 22rem, 100vw');
  const pictureOf: PictureOf = (event) => (event.protected ? undefined : elementOf({ image: event.image ?? 0 }));
  return html`<ul class="posters">
${events.map((event) => item(event, pictureOf, context.renderContext))}</ul>`;
};
