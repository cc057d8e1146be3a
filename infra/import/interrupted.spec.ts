import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOutgoing } from '@almanac/outgoing';
import fc from 'fast-check';
import { importCalendar } from './icalendar/importCalendar.ts';
import { createInterruptedSite } from './interruptedSite.contract.ts';
import { Place } from './place.ts';
import type { SiteClient, UploadingClient } from './siteClient.ts';
import { importExport } from './wxr/importExport.ts';

const COUNT = 12;
const numbers = Array.from({ length: COUNT }, (_, index) => index);

/** A calendar with a series, whose occurrences count one by one, and with a UID that occurs twice. */
const calendar = [
  'BEGIN:VCALENDAR',
  ...numbers.flatMap((index) => [
    'BEGIN:VEVENT',
    `UID:e${index === 9 ? 3 : index}`,
    `DTSTART:203106${String(index + 10)}T190000Z`,
    `SUMMARY:Event ${index}`,
    ...(index === 4 ? ['RRULE:FREQ=DAILY;COUNT=3'] : []),
    'END:VEVENT',
  ]),
  'END:VCALENDAR',
].join('\r\n');

/** Posts of which every third is a draft without slug and title. */
const posts = `<?xml version="1.0"?><rss version="2.0" xmlns:wp="w"><channel><wp:wxr_version>1.2</wp:wxr_version>${numbers
  .map((index) =>
    index % 3 === 0
      ? '<item><title/><wp:post_type>post</wp:post_type><wp:status>draft</wp:status></item>'
      : `<item><title>Post ${index}</title><wp:post_id>${index}</wp:post_id><wp:post_name>post-${index}</wp:post_name>
         <wp:post_type>post</wp:post_type><wp:status>publish</wp:status><wp:comment><wp:comment_id>${index + 100}</wp:comment_id>
         <wp:comment_content>Text</wp:comment_content></wp:comment></item>`,
  )
  .join('')}</channel></rss>`;

const loadCalendar = (client: SiteClient, place: Place) =>
  importCalendar(() => [calendar], client, {
    place,
    width: 1,
    window: { from: new Date('2031-01-01'), to: new Date('2031-12-31'), most: 500 },
    onProgress: () => undefined,
  });
const loadExport = (client: UploadingClient, place: Place) =>
  importExport(() => [posts], client, { place, width: 1, outgoing: createOutgoing(), onProgress: () => undefined });

describe('an interrupted import', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-interrupted-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const openPlace = (name: string): Place =>
    Place.open(join(folder, name), { content: name, root: '', options: [] }, (reason) => {
      throw new Error(reason);
    });

  it.each([
    ['a calendar', loadCalendar],
    ['a site export', loadExport],
  ] as const)('loads %s like an uninterrupted one, and sends only the rest', async (_what, load) => {
    const whole = createInterruptedSite();
    const once = whole.runThat(Number.POSITIVE_INFINITY, false);
    await load(once.client, Place.nowhere());
    let runs = 0;
    const kills = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.boolean()), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(kills, async (points) => {
        const site = createInterruptedSite();
        const name = `place-${runs++}`;
        const written: unknown[] = [];
        for (const [at, isAfter] of points) {
          const run = site.runThat(at, isAfter);
          await Promise.race([load(run.client, openPlace(name)), run.killed]);
          written.push(...run.written);
        }
        const before = openPlace(name).earlier.done;
        const last = site.runThat(Number.POSITIVE_INFINITY, false);
        const report = await load(last.client, openPlace(name));
        expect(site.records).toEqual(whole.records);
        expect([report.earlier, before]).toEqual([written.length, written.length]);
        expect([...written, ...last.written]).toHaveLength(once.written.length);
      }),
      { numRuns: 60 },
    );
  });
});
