import type ICAL from 'ical.js';
import { type CalendarEntry, type CalendarSurvey, changesOf } from './readCalendar.ts';

/** One event of the site: an entry, or one occurrence of a recurring entry. */
export interface Occurrence {
  readonly line: number;
  /** The identity in every run: the entry's UID; for one of several occurrences, with its own start. */
  readonly uid: string;
  readonly event: ICAL.Event;
  readonly start: ICAL.Time;
  readonly end: ICAL.Time;
}

/** The range in which occurrences of recurring entries are created, and the limit per entry. */
export interface Window {
  readonly from: Date;
  readonly to: Date;
  readonly most: number;
}

/**
 * Returns the events of an entry: itself, or its occurrences within the window. A changed occurrence (RECURRENCE-ID) is
 * returned with its recurring entry, if the file has it.
 */
export const occurrencesOf = (entry: CalendarEntry, survey: CalendarSurvey, window: Window): Occurrence[] => {
  const { event } = entry;
  if (event.isRecurring()) return expand(entry, changesOf(survey, entry), window);
  return event.isRecurrenceException() && survey.recurring.has(event.uid) ? [] : [single(entry)];
};

const single = ({ line, event }: CalendarEntry): Occurrence => ({
  line,
  uid: event.isRecurrenceException() ? `${event.uid}/${event.recurrenceId}` : event.uid,
  event,
  start: event.startDate,
  end: event.endDate,
});

const expand = (entry: CalendarEntry, changes: readonly CalendarEntry[], window: Window): Occurrence[] => {
  for (const change of changes) entry.event.relateException(change.event);
  const found: Occurrence[] = [];
  const iterator = entry.event.iterator();
  for (let start = iterator.next(); start && found.length < window.most; start = iterator.next()) {
    if (start.toJSDate() > window.to) break;
    const details = entry.event.getOccurrenceDetails(start);
    if (details.endDate.toJSDate() < window.from) continue;
    found.push({
      line: entry.line,
      uid: `${entry.event.uid}/${details.recurrenceId}`,
      event: details.item,
      start: details.startDate,
      end: details.endDate,
    });
  }
  return found;
};
