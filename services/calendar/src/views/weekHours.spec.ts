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
  it('reach from 9:00 to 18:00 in every week, and to its earlier and later events', () => {
    const office = [9, 10, 11, 12, 13, 14, 15, 16, 17];
    expect(weekHours([[], []], renderContext).hours).toEqual(office);
    expect(weekHours([[event('09:10', '10:00')], [event('14:30', '16:15')]], renderContext).hours).toEqual(office);
    const long = [[event('07:10', '08:00')], [], [event('18:30', '19:15')]];
    expect(weekHours(long, renderContext).hours).toEqual([7, 8, ...office, 18, 19]);
  });

  it('show each event at its clock, beside overlapping ones of its day', () => {
    const [one, two, three] = [event('09:00', '11:00'), event('10:00', '10:15'), event('11:00', '12:30')];
    const other = event('12:00', '13:00');
    const hours = weekHours([[one, two, three], [other]], renderContext);
    expect([one, two, three, other].map((each) => hours.placeOf(each))).toEqual([
      '--row:0;--rows:8;--lane:0;--lanes:2',
      '--row:4;--rows:2;--lane:1;--lanes:2',
      '--row:8;--rows:6;--lane:0;--lanes:2',
      '--row:12;--rows:4;--lane:0;--lanes:1',
    ]);
  });

  it('end with the day if an event does not', () => {
    const late = event('23:00', '02:00');
    const hours = weekHours([[late]], renderContext);
    expect([hours.hours.at(-1), hours.placeOf(late)]).toEqual([23, '--row:56;--rows:4;--lane:0;--lanes:1']);
  });

  it('leave out events that last all day', () => {
    const [fair, talk] = [event('00:00', '23:59', { allDay: true }), event('10:00', '11:00')];
    const hours = weekHours([[fair, talk]], renderContext);
    expect([hours.placeOf(fair), hours.placeOf(talk)]).toEqual([undefined, '--row:4;--rows:4;--lane:0;--lanes:1']);
  });

  it('have room for three events side by side; further ones have no place', () => {
    const events = Array.from({ length: 4 }, () => event('10:00', '11:00'));
    const hours = weekHours([events], renderContext);
    expect(events.map((each) => hours.placeOf(each)?.slice(-19))).toEqual(
      ['--lane:0;--lanes:3', '--lane:1;--lanes:3', '--lane:2;--lanes:3', undefined].map(
        (place) => place && `;${place}`,
      ),
    );
  });
});
