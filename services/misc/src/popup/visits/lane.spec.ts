import { given } from '@almanac/event-sourcing/testing';
import { type CountedTogether, type LaneEvent, laneDecider, nothingCounted, plus } from './lane.ts';

const day = { ...nothingCounted, popup: 5, day: '2031-01-01' };
const atNoon = { ...day, opens: 2, last_open: '2031-01-01T12:00:00Z' };
const before = { ...day, opens: 1, last_open: '2031-01-01T11:00:00Z' };
const counted = (data: CountedTogether): LaneEvent => ({ type: 'VisitsCounted', data });
const closed: LaneEvent = { type: 'LaneClosed', data: {} };

describe('the sum of counts', () => {
  it('adds what was counted, and keeps the later moment of each kind, whichever comes first', () => {
    const [morning, evening] = ['2031-01-01T08:00:00Z', '2031-01-01T20:00:00Z'];
    const one = { ...nothingCounted, opens: 2, last_open: evening };
    const more = { conversions: 3, orphans: 1, dropped: 5, last_conversion: morning };
    const other = { ...one, ...more, opens: 1, last_open: morning };
    const sum = { ...more, opens: 3, last_open: evening };
    expect([plus(one, other), plus(other, one)]).toEqual([sum, sum]);
  });
});

describe('a lane', () => {
  it('takes what a process has counted', () => {
    given(laneDecider)
      .when({ type: 'Count', counted: atNoon })
      .then([counted(atNoon)]);
    given(laneDecider, [counted(atNoon)])
      .when({ type: 'Count', counted: before })
      .then([counted(before)]);
  });

  it('is the sum of what was counted, with the last moments of all', () => {
    given(laneDecider, [counted(atNoon), counted(before)]).thenState({
      ...atNoon,
      opens: 3,
      lane: '1',
      isTotal: false,
      version: 2,
      isClosed: false,
    });
  });

  it('is closed once, and holds nothing from then on', () => {
    given(laneDecider, [counted(atNoon)])
      .when({ type: 'Close' })
      .then([closed]);
    given(laneDecider, [counted(atNoon), closed])
      .when({ type: 'Close' })
      .then([]);
    given(laneDecider, [counted(atNoon), closed]).thenState({
      ...day,
      lane: '1',
      isTotal: false,
      version: 2,
      isClosed: true,
    });
  });

  it('that is closed takes nothing more, and says when to try again', () => {
    given(laneDecider, [closed]).when({ type: 'Count', counted: atNoon }).thenThrows('popup_day_closed', 503);
    const isClosed = { ...laneDecider.initialState, isClosed: true };
    expect(() => laneDecider.decide(isClosed, { type: 'Count', counted: atNoon }, undefined)).toThrow(
      expect.objectContaining({ data: { retry_after: 1 } }),
    );
  });
});
