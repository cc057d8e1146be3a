import { eventSourcingErrors, type UnitOfWork } from '@almanac/event-sourcing';
import { type RestRequest, restErrors, yieldToEventLoop } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import type { ItemState } from '../content-items/contentItem.ts';
import type { mayEditItem } from '../content-items/itemRights.ts';
import { type EventState, eventKind, events } from '../events/event.ts';
import { type SeriesState, seriesAggregate } from '../events/seriesAggregate.ts';
import { horizonOf } from './horizon.ts';
import type { Planning } from './planSeries.ts';

/** Thrown if a series has changed since its occurrences were selected for a change. */
export class SeriesMovedError extends Error {}

/** Returns unused ids; each attempt of a command gets the same ones in the same order. */
const idSupply = ({ numbers }: Pick<Calendar, 'numbers'>) => {
  const taken: number[] = [];
  return () => {
    let at = 0;
    return async (): Promise<number> => {
      const id = taken[at] ?? (await numbers.next('records'));
      taken[at++] = id;
      return id;
    };
  };
};

export const planningOf = (calendar: Calendar): (() => Planning) => {
  const supply = idSupply(calendar);
  return () => ({ horizon: horizonOf(calendar), now: calendar.now(), nextId: supply() });
};

/** Maximum number of attempts of a change, as of a command. */
const MAX_ATTEMPTS = 50;

/**
 * Repeats a change until its series does not change meanwhile. An earlier change of the series is thus written
 * completely before the next one is planned.
 * @throws DomainError 503 after too many attempts
 */
export const untilUnmoved = async <Result>(change: () => Promise<Result>): Promise<Result> => {
  for (let attempts = 1; ; attempts++) {
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof SeriesMovedError)) throw error;
      if (attempts === MAX_ATTEMPTS) throw eventSourcingErrors.contention();
    }
  }
};

/** Repeats a change of an event until its series does not change meanwhile. @throws DomainError 503 */
export const whileSeriesMoves = (
  calendar: Calendar,
  before: EventState,
  write: (event: EventState) => Promise<EventState>,
): Promise<EventState> => {
  let isFirst = true;
  return untilUnmoved(async () => {
    const present = isFirst ? before : ((await readEvent(calendar, before.id)) ?? before);
    isFirst = false;
    return write(present);
  });
};

/** Returns the selected series. @throws SeriesMovedError */
export const requireUnmoved = async (unit: UnitOfWork, { id, version }: SeriesState): Promise<SeriesState> => {
  const series = await unit.load(seriesAggregate, id);
  if (series.version !== version) throw new SeriesMovedError();
  return series;
};

export const readEvent = async ({ documents }: Calendar, id: number): Promise<EventState | undefined> =>
  (await documents.get<EventState>(events, id))?.body ?? undefined;

/** The number of occurrences that are read at once, in about 2 ms. */
const READ_AT_ONCE = 20;

/** @throws DomainError 403 if the caller does not have the right for one of the occurrences */
export const requireRight = async (
  { documents }: Calendar,
  { principal }: RestRequest<unknown>,
  ids: readonly number[],
  hasRight: typeof mayEditItem,
): Promise<void> => {
  for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
    const states = await documents.getMany<ItemState>(events, ids.slice(at, at + READ_AT_ONCE));
    if (!states.every((state) => hasRight(principal, eventKind, state))) throw restErrors.forbidden();
    await yieldToEventLoop();
  }
};
