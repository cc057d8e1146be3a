import { firstPublication, nextPublication } from './publication.ts';
import type { Status } from './record.ts';
import { scaleBack } from './statuses.ts';

const clocks = { nowUtc: '2031-01-01 12:00:00', siteZone: 'America/New_York' };
const floating = { status: 'draft', date: '2031-01-01 06:00:00', dateUtc: null } as const;
const fixed = { status: 'publish', date: '2030-12-01 07:00:00', dateUtc: '2030-12-01 12:00:00' } as const;

describe('the publication of a record', () => {
  it.each([
    ['publish', undefined, ['publish', '2031-01-01 07:00:00', '2031-01-01 12:00:00']],
    ['draft', undefined, ['draft', '2031-01-01 07:00:00', null]],
    ['pending', undefined, ['pending', '2031-01-01 07:00:00', null]],
    ['private', undefined, ['private', '2031-01-01 07:00:00', '2031-01-01 12:00:00']],
    ['draft', '2031-05-01 12:00:00', ['draft', '2031-05-01 08:00:00', '2031-05-01 12:00:00']],
    ['publish', '2031-05-01 12:00:00', ['future', '2031-05-01 08:00:00', '2031-05-01 12:00:00']],
    ['future', '2030-05-01 12:00:00', ['publish', '2030-05-01 08:00:00', '2030-05-01 12:00:00']],
    ['future', undefined, ['publish', '2031-01-01 07:00:00', '2031-01-01 12:00:00']],
  ] as const)('begins as %s with the date %s', (status, date, expected) => {
    expect(Object.values(firstPublication(status, date, clocks))).toEqual(expected);
  });

  it.each([
    ['keeps a floating date of a draft', floating, 'draft', undefined, ['draft', floating.date, null]],
    ['keeps it in the trash', floating, 'trash', undefined, ['trash', floating.date, null]],
    [
      'fixes it when it is published',
      floating,
      'publish',
      undefined,
      ['publish', '2031-01-01 07:00:00', clocks.nowUtc],
    ],
    ['keeps a fixed one', fixed, 'draft', undefined, ['draft', fixed.date, fixed.dateUtc]],
    [
      'takes the one asked for',
      fixed,
      'publish',
      '2029-07-01 12:00:00',
      ['publish', '2029-07-01 08:00:00', '2029-07-01 12:00:00'],
    ],
    [
      'schedules what is moved ahead',
      fixed,
      'publish',
      '2032-07-01 12:00:00',
      ['future', '2032-07-01 08:00:00', '2032-07-01 12:00:00'],
    ],
  ] as const)('%s', (_what, current, status, date, expected) => {
    const { status: next, date: local, dateUtc } = nextPublication(current, status, date, clocks);
    expect([next, local, dateUtc]).toEqual(expected);
  });
});

describe('the status that is stored', () => {
  it.each([
    [undefined, undefined, true, 'publish'],
    [undefined, undefined, false, 'draft'],
    [undefined, 'private', false, 'private'],
    [undefined, 'draft', true, 'draft'],
    ['publish', undefined, false, 'pending'],
    ['future', undefined, false, 'pending'],
    ['private', undefined, false, 'pending'],
    ['draft', undefined, false, 'draft'],
    ['private', undefined, true, 'private'],
    ['publish', 'publish', false, 'publish'],
  ] as const)('for %s over %s, may publish %s, is %s', (asked, current, mayPublish, stored) => {
    expect(scaleBack(asked as Status | undefined, current as Status | undefined, mayPublish)).toBe(stored);
  });
});
