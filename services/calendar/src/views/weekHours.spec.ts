import type { RenderContext } from '@almanac/pages';
import type { SpanningEvent } from './dayEvents.ts';
import { weekHours } from './weekHours.ts';

const renderContext = { site: { zone_mode: 'event', timezone: 'UTC' } } as unknown as RenderContext;
const day = Temporal.PlainDate.from('2031-06-10');

let id = 0;
const event = (from: string, to: string, more: object = {}): SpanningEvent => {
  const end = to < from ? `2031-06-11 ${to}:00` : `2031-06-10 ${to}:00`;
  const state = { id: ++id, start: `2031-06-10 ${from}:00`, end, timezone: 'UTC', allDay: false, ...more };
  return { event: state, first: day, last: day } as unknown as SpanningEvent;
};

describe('the hours of a week', () => {
  it('reach from the first to the last event of all its days', () => {
    const days = [[event('09:10', '10:00')], [], [event('14:30', '16:15')]];
    expect(weekHours(days, renderContext)?.hours).toEqual([9, 10, 11, 12, 13, 14, 15, 16]);
  });

  it('show each event at its clock, beside overlapping ones of its day', () => {
    const [one, two, three] = [event('09:00', '11:00'), event('10:00', '10:15'), event('11:00', '12:30')];
    const other = event('12:00', '13:00');
    const hours = weekHours([[one, two, three], [other]], renderContext);
    expect([one, two, three, other].map((each) => hours?.placeOf(each))).toEqual([
      '--row:0;--rows:8;--lane:0;--lanes:2',
      '--row:4;--rows:2;--lane:1;--lanes:2',
      '--row:8;--rows:6;--lane:0;--lanes:2',
      '--row:12;--rows:4;--lane:0;--lanes:1',
    ]);
  });

  it('end with the day if an event does not', () => {
    const late = event('23:00', '02:00');
    const hours = weekHours([[late]], renderContext);
    expect([hours?.hours, hours?.placeOf(late)]).toEqual([[23], '--row:0;--rows:4;--lane:0;--lanes:1']);
  });

  it('leave out events that last all day', () => {
    const [fair, talk] = [event('00:00', '23:59', { allDay: true }), event('10:00', '11:00')];
    const hours = weekHours([[fair, talk]], renderContext);
    expect([hours?.hours, hours?.placeOf(fair)]).toEqual([[10], undefined]);
    expect(weekHours([[fair], []], renderContext)).toBeUndefined();
  });

  it('are not drawn if more than three events overlap', () => {
    const events = Array.from({ length: 4 }, () => event('10:00', '11:00'));
    expect(weekHours([events.slice(1)], renderContext)).toBeDefined();
    expect(weekHours([events], renderContext)).toBeUndefined();
  });
});
