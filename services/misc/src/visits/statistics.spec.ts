import { given } from '@almanac/domain/testing';
import { nothingCounted } from './lane.ts';
import { since, statisticsDecider } from './statistics.ts';

const before = { ...nothingCounted, opens: 2, days: [{ date: '2031-01-01', opens: 2, conversions: 0 }] };
const ever = {
  ...nothingCounted,
  opens: 5,
  days: [
    { date: '2031-01-01', opens: 3, conversions: 0 },
    { date: '2031-01-02', opens: 2, conversions: 0 },
  ],
};

describe('the statistics of a popup', () => {
  it('are reset to what was ever counted, which is left out from then on', () => {
    const reset = { type: 'StatisticsReset', data: ever } as const;
    given(statisticsDecider, [{ type: 'StatisticsReset', data: before }])
      .when({ type: 'Reset', counted: ever })
      .then([reset]);
    given(statisticsDecider, [{ type: 'StatisticsReset', data: before }, reset]).thenState({ ...ever, version: 2 });
    expect(since(ever, ever)).toMatchObject({ opens: 0, days: [] });
  });

  it('count since a reset, by day too', () => {
    expect(since(ever, before)).toMatchObject({
      opens: 3,
      days: [
        { date: '2031-01-01', opens: 1, conversions: 0 },
        { date: '2031-01-02', opens: 2, conversions: 0 },
      ],
    });
  });
});
