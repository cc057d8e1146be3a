import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCourse } from './course.ts';
import { importCalendar } from './icalendar/importCalendar.ts';
import { calendarReport } from './report.ts';
import { RefusedError, type SiteClient } from './siteClient.ts';
import { writeReport } from './writeReport.ts';

const entry = (day: number): string =>
  [
    'BEGIN:VEVENT',
    `UID:e${day}@spec`,
    `DTSTART:202607${String(day).padStart(2, '0')}T180000Z`,
    `SUMMARY:Evening ${day}`,
    'END:VEVENT',
  ].join('\r\n');
const calendar = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:spec',
  ...Array.from({ length: 28 }, (_, index) => entry(index + 1)),
  'END:VCALENDAR',
].join('\r\n');
const window = { from: new Date('2026-06-01'), to: new Date('2026-08-01'), most: 500 };

/**
 * Creates a site that refuses some POST requests.
 * @param refuses true for the number of a refused request, from 1
 */
const siteThat = (refuses: (post: number) => boolean): SiteClient => {
  let posts = 0;
  return {
    request: async <Body>(method: string) => {
      if (method === 'GET') return { events: [] } as Body;
      if (refuses(++posts)) throw new RefusedError(401, 'incorrect_password', 'The application password is not right.');
      return { id: posts, venue: [], organizer: [] } as Body;
    },
  };
};

const load = (site: SiteClient, course = createCourse()) =>
  importCalendar(() => [calendar], site, { window, width: 1, course, onProgress: () => undefined });

describe('a run that loads many things', () => {
  it('stops after ten failures in a row, and says why', async () => {
    const course = createCourse();
    const report = await load(
      siteThat((post) => post > 3),
      course,
    );
    expect([report.created, report.failed.length]).toEqual([3, 10]);
    expect(course.stopped).toBe(
      '10 in a row did not come in, the last one because: 401 incorrect_password: The application password is not right.',
    );
  });

  it('goes on after failures if something loads in between', async () => {
    const report = await load(siteThat((post) => post % 10 !== 0));
    expect([report.created, report.failed.length]).toEqual([2, 26]);
  });

  it('starts nothing more once a person has stopped it', async () => {
    const course = createCourse();
    const site = siteThat((post) => {
      if (post === 5) course.stop('you stopped it');
      return false;
    });
    expect(await load(site, course)).toMatchObject({ found: 28, created: 5 });
  });
});

describe('a report', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-report-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is brief for people and complete in a file, which never replaces another', () => {
    const failed = Array.from({ length: 25 }, (_, index) => ({
      line: index + 1,
      uid: `u${index + 1}`,
      reason: 'no start',
    }));
    const counts = { found: 25, earlier: 0, created: 0, updated: 0, unchanged: 0, cancelled: 0 };
    const report = calendarReport(
      { ...counts, failed, left: [], dropped: [], notes: [] },
      { seconds: 1, root: 'http://localhost/en/json' },
    );
    expect(report.brief()).toContain('  line 20 (UID u20): no start\n  … and 5 more');
    expect(report.whole()).toContain('  line 25 (UID u25): no start');
    const file = join(folder, 'report.txt');
    expect(writeReport(file, report.whole())).toBe(file);
    expect(writeReport(file, 'another')).toBe(join(folder, 'report-2.txt'));
    expect(writeReport(file, 'a third')).toBe(join(folder, 'report-3.txt'));
    expect(readFileSync(file, 'utf8')).toContain('25 entries');
  });
});
