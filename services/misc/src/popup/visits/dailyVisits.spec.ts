import { given } from '@almanac/event-sourcing/testing';
import { addCounts, type DailyCounts, type DailyVisitsEvent, dailyVisitsDecider, zeroCounts } from './dailyVisits.ts';

const day = { ...zeroCounts, popup: 5, day: '2031-01-01' };
const atNoon = { ...day, opens: 2, last_open: '2031-01-01T12:00:00Z' };
const before = { ...day, opens: 1, last_open: '2031-01-01T11:00:00Z' };
const counted = (data: DailyCounts): DailyVisitsEvent => ({ type: 'VisitsCounted', data });
const closed: DailyVisitsEvent = { type: 'LaneClosed', data: {} };

describe('the sum of counts', () => {
  it('adds up, and keeps the later moment of each kind, in any order', () => {
    const [morning, evening] = ['2031-01-01T08:00:00Z', '2031-01-01T20:00:00Z'];
    const one = { ...zeroCounts, opens: 2, last_open: evening };
    const more = { conversions: 3, orphans: 1, dropped: 5, last_conversion: morning };
    const other = { ...one, ...more, opens: 1, last_open: morning };
    const sum = { ...more, opens: 3, last_open: evening };
    expect([addCounts(one, other), addCounts(other, one)]).toEqual([sum, sum]);
  });
});

describe('a daily counter', () => {
  it('adds each visit', () => {
    given(dailyVisitsDecider)
      .when({ type: 'Count', counted: atNoon })
      .then([counted(atNoon)]);
    given(dailyVisitsDecider, [counted(atNoon)])
      .when({ type: 'Count', counted: before })
      .then([counted(before)]);
  });

  it('is the sum of its visits, with the last moments of all', () => {
    given(dailyVisitsDecider, [counted(atNoon), counted(before)]).thenState({
      ...atNoon,
      opens: 3,
      version: 2,
      isClosed: false,
    });
  });

  it('is empty after an earlier release has closed it', () => {
    given(dailyVisitsDecider, [counted(atNoon), closed]).thenState({ ...day, version: 2, isClosed: true });
  });
});
