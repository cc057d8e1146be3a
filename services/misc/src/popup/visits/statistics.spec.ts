import { given } from '@almanac/event-sourcing/testing';
import { zeroCounts } from './dailyVisits.ts';
import { countsSinceReset, statisticsDecider } from './statistics.ts';

const before = { ...zeroCounts, opens: 2, days: [{ date: '2031-01-01', opens: 2, conversions: 0 }] };
const ever = {
  ...zeroCounts,
  opens: 5,
  days: [
    { date: '2031-01-01', opens: 3, conversions: 0 },
    { date: '2031-01-02', opens: 2, conversions: 0 },
  ],
};

describe('the statistics of a popup', () => {
  it('are reset to the totals, which are subtracted from then on', () => {
    const reset = { type: 'StatisticsReset', data: ever } as const;
    given(statisticsDecider, [{ type: 'StatisticsReset', data: before }])
      .when({ type: 'Reset', counted: ever })
      .then([reset]);
    given(statisticsDecider, [{ type: 'StatisticsReset', data: before }, reset]).thenState({ ...ever, version: 2 });
  });
});

const [earlier, after] = ['2026-05-01T08:00:00.000Z', '2026-05-02T08:00:00.000Z'];
const day = (date: string, opens: number, conversions: number) => ({ date, opens, conversions });
const past = {
  opens: 4,
  conversions: 2,
  orphans: 1,
  dropped: 1,
  last_open: earlier,
  last_conversion: earlier,
  days: [day('2026-04-30', 1, 1), day('2026-05-01', 3, 1)],
};

describe('the figures since a reset', () => {
  it('cover the days with visits after it', () => {
    const ever = {
      opens: 9,
      conversions: 5,
      orphans: 2,
      dropped: 4,
      last_open: after,
      last_conversion: earlier,
      days: [day('2026-04-30', 1, 1), day('2026-05-01', 5, 1), day('2026-05-02', 3, 1), day('2026-05-03', 0, 2)],
    };
    expect(countsSinceReset(ever, past)).toEqual({
      opens: 5,
      conversions: 3,
      orphans: 1,
      dropped: 3,
      last_open: after,
      last_conversion: null,
      days: [day('2026-05-01', 2, 0), day('2026-05-02', 3, 1), day('2026-05-03', 0, 2)],
    });
  });

  it('are empty without visits, and complete without a reset', () => {
    const nothing = { ...zeroCounts, days: [] };
    expect([countsSinceReset(past, past), countsSinceReset(past, nothing)]).toEqual([nothing, past]);
  });
});
