import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openDecoded } from '@almanac/infra/decoded-text';
import { type ImportReport, importCalendar } from '@almanac/infra/import-calendar';
import type { SiteClient } from '@almanac/infra/site-client';

const folder = fileURLToPath(new URL('calendars/', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.ics'));

type SentRecord = Record<string, unknown>;

/** The parts of a report that a person reads; empty ones are left out. */
const LISTS = ['failed', 'left', 'dropped', 'notes'] as const;

/** Imports a file into a site that takes everything. Returns what it received and what the report says. */
const load = async (name: string): Promise<SentRecord> => {
  const loaded: unknown[] = [];
  const client: SiteClient = {
    request: async <Answer>(method: string, _path: string, body?: unknown) => {
      if (method === 'GET') return { events: [] } as Answer;
      loaded.push(withoutEmpty(body as SentRecord));
      return { id: loaded.length, venue: [], organizer: [], modified: '' } as Answer;
    },
  };
  const { source, note } = openDecoded(folder + name);
  const window = { from: new Date('2031-01-01'), to: new Date('2035-01-01'), most: 500 };
  const report = await importCalendar(source, client, { width: 1, window, onProgress: () => undefined });
  return withoutEmpty({ loaded, ...told(report), encoding: note() });
};

const told = (report: ImportReport): SentRecord => ({
  cancelled: report.cancelled || undefined,
  ...Object.fromEntries(LISTS.map((list) => [list, report[list].map((each) => Object.values(each).join(' | '))])),
});

const withoutEmpty = (record: SentRecord): SentRecord =>
  Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined && value !== '' && !isEmpty(value)),
  );

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const expected: Record<string, SentRecord> = JSON.parse(readFileSync(`${folder}expected.json`, 'utf8'));

describe('A calendar file from the field', () => {
  it.each(files)('loads as its table says: %s', async (name) => {
    expect(await load(name)).toEqual(expected[name]);
  });

  it('has a row in the table', () => {
    expect(Object.keys(expected)).toEqual(files);
  });
});
