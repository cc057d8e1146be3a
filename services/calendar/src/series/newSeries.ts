import type { UnitOfWork } from '@almanac/event-sourcing';
import { invalidParams } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { requireFreeSeriesUid, type SeriesFacts, type SeriesPlan, seriesAggregate } from '../events/seriesAggregate.ts';
import { newPlan, type Planning } from './planSeries.ts';
import { writeOccurrences } from './writeOccurrences.ts';

/** A series that was just created, and the id of its first occurrence. */
interface NewSeries {
  readonly plan: SeriesPlan;
  readonly first: number;
}

/**
 * Appends a new series with its first occurrences.
 * @param created `existing` has the ids of events that become occurrences, by their starts
 * @throws DomainError 400 if another series has the importer's name, or no occurrence is left
 */
export const appendNewSeries = async (
  unit: UnitOfWork,
  calendar: Calendar,
  { facts, existing }: { readonly facts: SeriesFacts; readonly existing: ReadonlyMap<string, number> },
  planning: Planning,
): Promise<NewSeries> => {
  await requireFreeSeriesUid(unit, facts.importUid);
  const plan = await newPlan(facts, existing, planning);
  const [first] = plan.occurrences;
  if (first === undefined) throw invalidParams({ recurrence: '{name} excludes every occurrence.' });
  await unit.append(seriesAggregate, facts.id, [{ type: 'SeriesCreated', data: { ...facts, ...plan } }]);
  await writeOccurrences(unit, calendar, facts.id);
  return { plan, first: first[1] };
};
