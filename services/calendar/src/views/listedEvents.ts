import { type Filter, findPage } from '@almanac/documents';
import { type CollapsedList, collapsedList } from '../events/collapsedSeries.ts';
import type { Bounds } from '../events/dateBounds.ts';
import { type EventState, events } from '../events/event.ts';
import { eventDisplay } from '../events/eventAnswers.ts';
import { type RelatedRecords, readRelated } from '../events/relatedRecords.ts';
import { filtersWithin, listedIn, siteClock, startField } from './pageClock.ts';
import type { PageContext } from './pageContext.ts';

export interface ListedEventsQuery {
  readonly filters: readonly Filter[];
  readonly isPast: boolean;
  /** Counted from 1. */
  readonly page: number;
  /** Events that end before this time are not upcoming; default now. */
  readonly since?: string | undefined;
  readonly perPage?: number;
  /** True to list only the nearest occurrence of each series; default the setting of the site. */
  readonly collapses?: boolean | undefined;
}

export interface ListedEvents {
  readonly shown: readonly EventState[];
  /** The time in which events of the list begin. */
  readonly time: Bounds;
  readonly related: RelatedRecords;
  readonly total: number;
  readonly hasMore: boolean;
  /** Present if series are collapsed. */
  readonly collapsed?: CollapsedList | undefined;
}

/**
 * Returns a page of upcoming or past events in the language of the address, the nearest first. If series are collapsed,
 * only the nearest occurrence of each is listed.
 */
export const listedEvents = async (context: PageContext, wanted: ListedEventsQuery): Promise<ListedEvents> => {
  const { calendar, request, renderContext } = context;
  const { documents, settings } = calendar;
  const { filters, isPast, page, since, perPage = settings.current().events_per_page } = wanted;
  const { collapses = settings.current().collapse_series } = wanted;
  const now = since ?? siteClock(calendar);
  const all: Filter = {
    all: [
      ...listedIn(calendar, renderContext.language, request.principal),
      ...filtersWithin(calendar, isPast ? { ends_before: now } : { ends_after: now }),
      ...filters,
    ],
  };
  const direction = isPast ? 'desc' : 'asc';
  const collapsed = collapses ? await collapsedList(documents, all, direction) : undefined;
  const { filter } = collapsed ?? { filter: all };
  const order = [{ field: startField(calendar), direction }] as const;
  const offset = (page - 1) * perPage;
  const { found: shown, total } = await findPage<EventState>(documents, events, {
    filter,
    order,
    limit: perPage,
    offset,
  });
  const display = eventDisplay(calendar, request);
  const related = await readRelated({ documents, principal: request.principal, display }, shown);
  return {
    shown,
    time: isPast ? { starts_before: now } : { start_date: now },
    related,
    total,
    hasMore: page * perPage < total,
    collapsed,
  };
};
