import { boundFilters } from './dateBounds.ts';

describe('the filters of date bounds', () => {
  const day = { start_date: '2031-07-01 00:00:00', starts_before: '2031-07-02 00:00:00' };

  it('have one range for all bounds of a field, so that an index reads nothing outside it', () => {
    const bounds = { ...day, ends_after: '2031-07-01 06:00:00' };
    expect(boundFilters(bounds, { zoneMode: 'event', zone: 'UTC' })).toEqual([
      { field: 'start', from: '2031-07-01 00:00:00', before: '2031-07-02 00:00:00' },
      { field: 'end', after: '2031-07-01 06:00:00' },
    ]);
  });

  it('end the starts a day after the last end, where a walk by the start may stop', () => {
    const bounds = { start_date: '2031-07-01 00:00:00', end_date: '2031-07-31 23:59:59' };
    expect(boundFilters(bounds, { zoneMode: 'event', zone: 'UTC' })).toEqual([
      { field: 'start', from: '2031-07-01 00:00:00', to: '2031-08-01 23:59:59' },
      { field: 'end', to: '2031-07-31 23:59:59' },
    ]);
    expect(boundFilters({ ends_before: '2031-07-01 12:00:00' }, { zoneMode: 'site', zone: 'UTC' })).toEqual([
      { field: 'endUtc', before: '2031-07-01 12:00:00' },
      { field: 'startUtc', to: '2031-07-02 12:00:00' },
    ]);
  });

  it('compare instants in site mode', () => {
    expect(boundFilters(day, { zoneMode: 'site', zone: 'Europe/Paris' })).toEqual([
      { field: 'startUtc', from: '2031-06-30 22:00:00', before: '2031-07-01 22:00:00' },
    ]);
  });
});
