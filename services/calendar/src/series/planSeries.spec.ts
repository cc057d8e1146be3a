import { addSeconds } from '@almanac/dates';
import { metadata } from '@almanac/event-sourcing/testing';
import fc from 'fast-check';
import { event, eventKind } from '../events/event.ts';
import type { SentRecurrence } from '../events/recurrenceArg.ts';
import {
  type SeriesEvent,
  type SeriesPlan,
  type SeriesState,
  seriesAggregate,
  sharedOf,
} from '../events/seriesAggregate.ts';
import { firstStarts } from './horizon.ts';
import { earlierPart, laterPart, newFacts, newPlan, type Planning, planAll, type SeriesChange } from './planSeries.ts';

const HORIZON = { months: 60, most: 1_000 };
const NOW = new Date('2031-01-01T00:00:00Z');
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

const rule = fc.oneof(
  fc.record({ freq: fc.constant('DAILY'), interval: fc.integer({ min: 1, max: 9 }), days: fc.constant([]) }),
  fc.record({
    freq: fc.constant('WEEKLY'),
    interval: fc.integer({ min: 1, max: 3 }),
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    freq: fc.constant('MONTHLY'),
    interval: fc.constant(1),
    days: fc.uniqueArray(fc.integer({ min: 1, max: 28 }), { minLength: 1, maxLength: 3 }),
  }),
);

/** A rule for some days from the first start, without some of them. */
const ruled = fc.record({
  rule,
  days: fc.integer({ min: 31, max: 70 }),
  excluded: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 3 }),
});
type RuleSample = typeof ruled extends fc.Arbitrary<infer Value> ? Value : never;

const edit = fc.record({
  at: fc.nat(100),
  scope: fc.constantFrom('following', 'all'),
  hours: fc.constantFrom(0, 1, -1),
  ruled: fc.option(ruled, { nil: undefined }),
  removes: fc.nat(9).map((dice) => dice === 0),
});
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

const dayOf = (start: string) => Temporal.PlainDate.from(start.slice(0, 10));

const sentOf = ({ rule: { freq, interval, days: on }, days, excluded }: RuleSample, from: string): SentRecurrence => {
  const first = dayOf(from);
  const last = first.add({ days }).toString().replaceAll('-', '');
  const named = {
    DAILY: '',
    WEEKLY: `;BYDAY=${on.map((day) => WEEKDAYS[day - 1])}`,
    MONTHLY: `;BYMONTHDAY=${on}`,
  }[freq];
  return {
    rules: [`FREQ=${freq};INTERVAL=${interval}${named};UNTIL=${last}T235959`],
    exdates: excluded.map((each) => first.add({ days: each }).toString()),
  };
};

/** The model: goes from day to day. */
const modelStarts = ({ rule: { freq, interval, days: on }, days, excluded }: RuleSample, from: string): string[] => {
  const first = dayOf(from);
  const hasDay = (day: Temporal.PlainDate, after: number): boolean => {
    if (freq === 'DAILY') return after % interval === 0;
    if (freq === 'MONTHLY') return on.includes(day.day);
    return on.includes(day.dayOfWeek) && Math.floor((after + first.dayOfWeek - 1) / 7) % interval === 0;
  };
  return Array.from({ length: days + 1 }, (_, after) => ({ day: first.add({ days: after }), after }))
    .filter(({ day, after }) => after === 0 || (hasDay(day, after) && !excluded.includes(after)))
    .map(({ day }) => `${day}${from.slice(10)}`);
};

/** The starts and ids of a series by the model. */
type Model = ReadonlyMap<string, number>;

const changeAt = (start: string, hours: number, recurrence: SentRecurrence | undefined): SeriesChange => {
  const before = { ...event.initialState, timezone: 'Europe/Berlin', start, end: addSeconds(start, 3600) };
  const moved = { start: addSeconds(start, hours * 3600), end: addSeconds(start, hours * 3600 + 3600) };
  const fields = hours === 0 ? {} : moved;
  return { before, fields, status: undefined, date: undefined, slug: undefined, recurrence };
};

const evolved = (state: SeriesState, change: SeriesEvent): SeriesState =>
  seriesAggregate.evolve(state, { ...change, stream: 'series-1', version: state.version + 1, meta: metadata() });

/** A series and its model. */
interface SeriesWithModel {
  readonly state: SeriesState;
  readonly model: Model;
}

/** The ids and horizon of one run. */
class Run {
  #lastId = 0;
  readonly #planning: Planning = { horizon: HORIZON, now: NOW, nextId: async () => ++this.#lastId };

  async create(first: RuleSample, start: string): Promise<SeriesWithModel> {
    const times = { timezone: 'Europe/Berlin', allDay: false, start, end: addSeconds(start, 3600), importUid: null };
    const base = { id: 1_000_000, language: 'en', slug: 'x', status: 'publish', date: null } as const;
    const facts = newFacts(base, times, sharedOf(eventKind.newFields({ title: 'X' })), sentOf(first, start));
    const data = { ...facts, ...(await newPlan(facts, new Map(), this.#planning)) };
    return {
      state: evolved(seriesAggregate.initialState, { type: 'SeriesCreated', data }),
      model: new Map(modelStarts(first, start).map((each, index) => [each, index + 1])),
    };
  }

  /** Edits a series; the result has the later part too if the edit splits it. */
  async edit(
    { state, model }: SeriesWithModel,
    { at, scope, hours, ruled: newRule, removes }: Edit,
  ): Promise<SeriesWithModel[]> {
    const starts = [...model.keys()].sort();
    const subject = starts[at % starts.length] ?? '';
    const split = scope === 'all' || subject === starts[0] ? undefined : subject;
    const isConcerned = (start: string) => split === undefined || start >= split;
    const earlier = (to: string): SeriesWithModel => ({
      state: evolved(state, { type: 'SeriesChanged', data: earlierPart(state, to) }),
      model: new Map([...model].filter(([start]) => !isConcerned(start))),
    });
    if (split !== undefined && removes) return [earlier(split)];
    const from = addSeconds(split ?? starts[0] ?? '', hours * 3600);
    const lastId = this.#lastId;
    const change = changeAt(subject, hours, newRule && sentOf(newRule, from));
    const data = await (split === undefined
      ? planAll(state, change, this.#planning)
      : laterPart(state, split, { id: state.id + lastId, change }, this.#planning));
    if (data === undefined) return [{ state, model }];
    const concerned = [...model].filter(([start]) => isConcerned(start));
    const moved: Model = new Map(concerned.map(([start, id]) => [addSeconds(start, hours * 3600), id]));
    const next = remaining(moved, newRule === undefined ? [...moved.keys()] : modelStarts(newRule, from), lastId);
    expectTasks(data, moved, next);
    return split === undefined
      ? [{ state: evolved(state, { type: 'SeriesChanged', data }), model: next }]
      : [
          earlier(split),
          { state: evolved(seriesAggregate.initialState, { type: 'SeriesCreated', data }), model: next },
        ];
  }
}

/** Returns the model after a change: starts that remain keep their ids. */
const remaining = (moved: Model, starts: readonly string[], lastId: number): Model => {
  let nextId = lastId;
  return new Map(starts.map((start) => [start, moved.get(start) ?? ++nextId]));
};

const expectTasks = ({ tasks }: SeriesPlan, before: Model, after: Model): void => {
  const idsOf = (what: string) => tasks.flatMap(({ id, does }) => (does === what ? [id] : [])).sort();
  const missingIn = (other: Model, [start]: readonly [string, number]) => !other.has(start);
  const ids = (found: readonly (readonly [string, number])[]) => found.map(([, id]) => id).sort();
  expect(idsOf('trash')).toEqual(ids([...before].filter((each) => missingIn(after, each))));
  expect(idsOf('make')).toEqual(ids([...after].filter((each) => missingIn(before, each))));
};

describe('the plans of a series', () => {
  it('equal a simple model after random edits of random rules, and keep the ids of occurrences that remain', async () => {
    await fc.assert(
      fc.asyncProperty(ruled, fc.nat(365), fc.array(edit, { maxLength: 6 }), async (first, day, edits) => {
        const run = new Run();
        const start = `${Temporal.PlainDate.from('2031-01-01').add({ days: day })} 12:00:00`;
        let all = [await run.create(first, start)];
        for (const [step, each] of edits.entries()) {
          const [subject, ...others] = [...all.slice(step % all.length), ...all.slice(0, step % all.length)];
          if (subject !== undefined) all = [...(await run.edit(subject, each)), ...others];
        }
        const starts = all.map(({ model }) => [...model].sort());
        expect(all.map(({ state }) => state.occurrences)).toEqual(starts);
        // the stored rules have the same starts
        expect(await Promise.all(all.map(({ state }) => firstStarts(state, HORIZON, NOW)))).toEqual(
          starts.map((each) => each.map(([clock]) => clock)),
        );
      }),
      { numRuns: 300 },
    );
  }, 120_000);
});
