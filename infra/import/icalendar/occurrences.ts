import ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
import { type CalendarEntry, type CalendarSurvey, changesOf, type UnreadableEntry } from './readCalendar.ts';

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

/** Limits of the work for one rule: a rule that never occurs ends within a second. */
const RULE_LIMITS = { maxIterations: 20_000, maxCandidateEvaluations: 20_000 };

/** A day, by which clock times in any two zones differ at most. */
const MARGIN = { hours: 24 };

/**
 * Returns the events of an entry: itself, or its occurrences within the window. A changed occurrence (RECURRENCE-ID) is
 * returned with its recurring entry, if the file has it. An entry with a rule that occurs too often or never is
 * unreadable.
 */
export const occurrencesOf = (
  entry: CalendarEntry,
  survey: CalendarSurvey,
  window: Window,
): Occurrence[] | UnreadableEntry => {
  const { event, line } = entry;
  if (!event.isRecurring())
    return event.isRecurrenceException() && survey.recurring.has(event.uid) ? [] : [single(entry)];
  try {
    return expand(entry, changesOf(survey, entry), window);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { line, reason: error.message };
  }
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
  for (const start of startsOf(entry.event, earliestStart(entry.event, changes, window), window.to)) {
    if (found.length === window.most || start.toJSDate() > window.to) break;
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

/** Returns the first start of an occurrence that may last into the window, or that a change may move into it. */
const earliestStart = (event: ICAL.Event, changes: readonly CalendarEntry[], { from }: Window): Date =>
  new Date(
    Math.min(
      from.getTime() - event.duration.toSeconds() * 1_000,
      ...changes.map((change) => change.event.recurrenceId.toJSDate().getTime()),
    ),
  );

/**
 * Returns the starts of a recurring event in their order: those of its rules, and its RDATEs, without its EXDATEs. They
 * have the clock time and the zone of DTSTART.
 */
const startsOf = ({ component, startDate }: ICAL.Event, from: Date, to: Date): ICAL.Time[] => {
  const periods = valuesOf(component, 'rdate', ICAL.Period);
  const excluded = valuesOf(component, 'exdate', ICAL.Time);
  const starts = [
    ...valuesOf(component, 'rdate', ICAL.Time),
    ...periods.map(({ start }) => start),
    ...valuesOf(component, 'rrule', ICAL.Recur).flatMap((rule) => ruleStarts(rule, startDate, from, to)),
  ];
  const isExcluded = (start: ICAL.Time): boolean =>
    excluded.some((date) => (date.isDate ? dayOf(date) === dayOf(start) : date.compare(start) === 0));
  return starts
    .sort((a, b) => a.compare(b))
    .filter((start, index) => starts[index - 1]?.compare(start) !== 0 && !isExcluded(start));
};

/** Returns the values of a property that have the given type. */
const valuesOf = <Value>(component: ICAL.Component, name: string, type: new (...args: never[]) => Value): Value[] =>
  component
    .getAllProperties(name)
    .flatMap((property) => property.getValues())
    .filter((value) => value instanceof type);

const dayOf = (time: ICAL.Time): string => `${time.year}-${time.month}-${time.day}`;

/**
 * Returns the starts of a rule between two instants. The rule counts in clock times of DTSTART's zone, as if they were
 * in UTC.
 * @throws Error for a rule that never occurs, or that exceeds the limits
 */
const ruleStarts = (rule: ICAL.Recur, first: ICAL.Time, from: Date, to: Date): ICAL.Time[] => {
  const parts = rule.clone();
  parts.until = null;
  const until = rule.until === null ? {} : { until: clockTime(rule.until.convertToZone(first.zone)) };
  const dtstart = clockTime(first);
  try {
    const recurrence = new RRuleTemporal({ rruleString: `RRULE:${parts}`, dtstart, ...until, ...RULE_LIMITS });
    const found = recurrence.between(inUtc(from).subtract(MARGIN), inUtc(to).add(MARGIN), true);
    if (found.length === 0 && recurrence.next(dtstart, true) === null) throw new Error('no occurrence');
    return found.map(({ year, month, day, hour, minute, second }) =>
      ICAL.Time.fromData({ year, month, day, hour, minute, second, isDate: first.isDate }, first.zone),
    );
  } catch (error) {
    throw new Error(`its rule ${rule} occurs too often or never`, { cause: error });
  }
};

/** Returns a clock time as if it were in UTC. */
const clockTime = ({ year, month, day, hour, minute, second }: ICAL.Time): Temporal.ZonedDateTime =>
  new Temporal.PlainDateTime(year, month, day, hour, minute, second).toZonedDateTime('UTC');

const inUtc = (date: Date): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO('UTC');
