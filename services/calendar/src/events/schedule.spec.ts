import { DomainError } from '@almanac/i18n';
import fc from 'fast-check';
import { type Schedule, scheduleOf } from './schedule.ts';

const site = { zone: 'America/New_York', cutoff: '00:00' };
const times = ({ start, end, startUtc, endUtc }: Schedule) => [start, end, startUtc, endUtc];

describe('the schedule of an event', () => {
  it.each([
    ['the zone of the site', {}, ['23:30:00', '02:00:00']],
    ['a zone of its own', { timezone: 'Europe/Paris' }, ['17:30:00', '20:00:00']],
    ['a fixed offset all year', { timezone: 'UTC+2' }, ['17:30:00', '20:00:00']],
    ['UTC', { timezone: 'UTC' }, ['19:30:00', '22:00:00']],
  ])('is read on the clocks of %s', (_what, zone, [from, to]) => {
    const schedule = scheduleOf(undefined, { start: '2031-06-10 19:30:00', end: '2031-06-10 22:00:00', ...zone }, site);
    expect(schedule.start).toBe('2031-06-10 19:30:00');
    expect([schedule.startUtc.slice(11), schedule.endUtc.slice(11)]).toEqual([from, to]);
  });

  it('counts the skipped hour in Paris', () => {
    const asked = { timezone: 'Europe/Paris', start: '2031-03-29 22:00:00', end: '2031-03-30 04:00:00' };
    expect(times(scheduleOf(undefined, asked, site)).slice(2)).toEqual(['2031-03-29 21:00:00', '2031-03-30 02:00:00']);
  });

  it('moves a skipped time to where the clocks stand then', () => {
    const asked = { timezone: 'Europe/Paris', start: '2031-03-30 02:30:00', end: '2031-03-30 03:45:00' };
    expect(times(scheduleOf(undefined, asked, site))).toEqual([
      '2031-03-30 03:30:00',
      '2031-03-30 03:45:00',
      '2031-03-30 01:30:00',
      '2031-03-30 01:45:00',
    ]);
  });

  it('covers whole days', () => {
    const asked = { allDay: true, start: '2031-07-01 09:00:00', end: '2031-07-05 11:00:00' };
    expect(times(scheduleOf(undefined, asked, site))).toEqual([
      '2031-07-01 00:00:00',
      '2031-07-05 23:59:59',
      '2031-07-01 04:00:00',
      '2031-07-06 03:59:59',
    ]);
  });

  it('covers days that start in the morning if the site says so', () => {
    const late = { ...site, cutoff: '05:30' };
    const whole = scheduleOf(
      undefined,
      { allDay: true, start: '2031-07-01 09:00:00', end: '2031-07-01 09:00:00' },
      late,
    );
    expect([whole.start, whole.end]).toEqual(['2031-07-01 05:30:00', '2031-07-02 05:29:59']);
    const kept = scheduleOf(whole, {}, late);
    expect([kept.start, kept.end]).toEqual(['2031-07-01 05:30:00', '2031-07-02 05:29:59']);
  });

  it('keeps unsent parts', () => {
    const first = scheduleOf(undefined, { start: '2031-06-10 19:30:00', end: '2031-06-10 22:00:00' }, site);
    expect(scheduleOf(first, { end: '2031-06-10 23:00:00' }, site)).toEqual({
      ...first,
      end: '2031-06-10 23:00:00',
      endUtc: '2031-06-11 03:00:00',
    });
    const moved = scheduleOf(first, { timezone: 'Europe/Paris' }, site);
    expect([moved.start, moved.startUtc]).toEqual(['2031-06-10 19:30:00', '2031-06-10 17:30:00']);
  });

  it('keeps the instant that an offset names in the repeated hour, whatever else changes', () => {
    const asked = {
      start: '2031-11-02 01:30:00',
      startUtc: '2031-11-02 06:30:00',
      end: '2031-11-02 01:45:00',
      endUtc: '2031-11-02 06:45:00',
    };
    const second = scheduleOf(undefined, asked, site);
    expect(times(second)).toEqual([asked.start, asked.end, asked.startUtc, asked.endUtc]);
    const longer = scheduleOf(second, { end: '2031-11-02 03:00:00' }, site);
    expect(times(longer).slice(2)).toEqual(['2031-11-02 06:30:00', '2031-11-02 08:00:00']);
    expect(scheduleOf(second, { allDay: true }, site).startUtc).toBe('2031-11-02 04:00:00');
    expect(scheduleOf(second, { timezone: 'UTC' }, site).startUtc).toBe('2031-11-02 01:30:00');
  });

  it('may not end before it starts', () => {
    const asked = { start: '2031-05-05 12:00:00', end: '2031-05-05 08:00:00' };
    expect(() => scheduleOf(undefined, asked, site)).toThrow(
      expect.objectContaining({
        code: 'rest_invalid_param',
        refusals: [expect.objectContaining({ arg: 'end_date' })],
      }),
    );
  });
});

const ends = fc.constantFrom(
  '9999-12-29 12:00:00',
  '9999-12-29 23:59:59',
  '0001-01-02 00:00:00',
  '0001-01-03 04:00:00',
);
const asked = fc.record(
  {
    start: ends,
    end: ends,
    allDay: fc.boolean(),
    timezone: fc.constantFrom('UTC-12', 'UTC+14', 'UTC', 'America/New_York'),
  },
  { requiredKeys: [] },
);

const yearsStaySupported = fc.property(
  fc.constantFrom('00:00', '05:00', '23:59'),
  fc.array(asked, { minLength: 1, maxLength: 12 }),
  (cutoff, changes) => {
    let schedule: Schedule | undefined;
    for (const change of changes) {
      const whole = { start: '9999-12-28 12:00:00', end: '9999-12-29 12:00:00', ...change };
      try {
        schedule = scheduleOf(schedule, schedule === undefined ? whole : change, { ...site, cutoff });
      } catch (error) {
        expect(error).toBeInstanceOf(DomainError);
      }
      for (const time of schedule === undefined ? [] : times(schedule)) expect(time).toMatch(/^\d{4}-\d\d-\d\d .{8}$/);
    }
  },
);

describe('a schedule after any changes', () => {
  it('stays within the supported years, or the change is refused', () => {
    fc.assert(yearsStaySupported, { numRuns: 1_000 });
  });
});
