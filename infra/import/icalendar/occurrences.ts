import type ICAL from 'ical.js';
import { type CalendarEntry, type CalendarSurvey, changesOf } from './readCalendar.ts';

/** One event of the site: an entry, or one occurrence of a recurring entry. */
export interface Occurrence {
  readonly line: number;
  /** Names it in every run: the entry's UID, with the occurrence's own start for one of several. */
  readonly uid: string;
  readonly event: ICAL.Event;
  readonly start: ICAL.Time;
  readonly end: ICAL.Time;
}

/** Occurrences of recurring entries are made from `from` to `to`, and at most `most` an entry. */
export interface Window {
  readonly from: Date;
  readonly to: Date;
  readonly most: number;
}

/**
 * The events of an entry: itself, or its occurrences within the window; changed occurrences (RECURRENCE-ID) as changed,
 * with their entry where the file has it.
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
