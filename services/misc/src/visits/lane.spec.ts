import { given } from '@almanac/domain/testing';
import { type CountedTogether, type LaneEvent, laneDecider, nothingCounted } from './lane.ts';

const day = { ...nothingCounted, popup: 5, day: '2031-01-01' };
const atNoon = { ...day, opens: 2, last_open: '2031-01-01T12:00:00Z' };
const before = { ...day, opens: 1, last_open: '2031-01-01T11:00:00Z' };
const counted = (data: CountedTogether): LaneEvent => ({ type: 'VisitsCounted', data });
const closed: LaneEvent = { type: 'LaneClosed', data: {} };

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

  it('that is closed takes nothing more', () => {
    given(laneDecider, [closed]).when({ type: 'Count', counted: atNoon }).thenThrows('popup_day_closed');
  });
});
