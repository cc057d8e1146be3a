import { addSeconds } from '@almanac/dates';
import { createCommands } from '@almanac/event-sourcing';
import { fixedSettings } from '@almanac/service';
import fc from 'fast-check';
import { composeCalendar } from '../app.ts';
import { registrations } from '../service.ts';
import { serveCalendar, type TestService } from '../testing.contract.ts';
import { dueSeries } from './dueSeries.ts';
import { byId, edited, type ModelOccurrence, seriesEdit } from './seriesModel.contract.ts';

const isLong = process.env.LONG === '1';
/** More than two commits of 25. */
const OCCURRENCES = 60;
const NEVER = 9;

describe('a series whose process is killed', () => {
  let calendar: TestService;
  beforeAll(async () => {
    calendar = await serveCalendar();
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => calendar.stop());

  const ask = async (method: string, path: string, body?: object) =>
    calendar.ask('editor', method, path, { ...(body && { body }) });

  /** Goes on with unfinished changes, as another process does. */
  const goOn = async (): Promise<void> => {
    const commands = createCommands({ ...calendar, registrations });
    const work = dueSeries(composeCalendar(calendar, fixedSettings(calendar.site.settings)), commands);
    for (let turn = 0; turn < 3; turn++) await work();
  };

  /** Lets the store take some commits, and no further one. */
  const killAfter = (commits: number): void => {
    const append = calendar.store.append.bind(calendar.store);
    let taken = 0;
    jest.spyOn(calendar.store, 'append').mockImplementation(async (...args) => {
      if (++taken > commits) throw new Error('killed');
      return append(...args);
    });
  };

  const occurrencesOf = async (series: number): Promise<ModelOccurrence[]> => {
    const found: ModelOccurrence[] = [];
    for (let page = 1; ; page++) {
      const path = `/events?series=${series}&start_date=1990-01-01&end_date=2099-01-01&per_page=50&page=${page}`;
      const { body } = await ask('GET', path);
      for (const { id, title, start_date, series: of } of body.events)
        found.push({ id, group: of.id, own: new Set(), nominal: start_date, title, start: start_date });
      if (page >= body.total_pages) return found;
    }
  };

  it('is completed by the same request with its idempotency key, and made once', async () => {
    const headers = { 'idempotency-key': 'killed' };
    const recurrence = { rules: [`FREQ=DAILY;COUNT=${OCCURRENCES}`] };
    const sent = { title: 'Killed', start_date: '2031-01-07 19:00:00', end_date: '2031-01-07 21:00:00', recurrence };
    const post = () => calendar.ask('editor', 'POST', '/events', { body: sent, headers });
    killAfter(1);
    expect((await post()).status).toBe(500);
    jest.restoreAllMocks();
    const { status, body } = await post();
    expect([status, body.series.count]).toEqual([201, OCCURRENCES]);
    expect(await occurrencesOf(body.series.id)).toHaveLength(OCCURRENCES);
    const path = '/events?search=Killed&start_date=2031-01-01&end_date=2033-01-01';
    expect((await ask('GET', path)).body.total).toBe(OCCURRENCES);
  });

  it('has the occurrences of a simple model: each change is whole, or was not begun', async () => {
    const killed = fc.record({ edit: seriesEdit, commits: fc.constantFrom(0, 1, 2, 3, NEVER) });
    await fc.assert(
      fc.asyncProperty(fc.array(killed, { minLength: 1, maxLength: 4 }), async (edits) => {
        const first = { title: 'Choir', start_date: '2031-01-07 19:00:00', end_date: '2031-01-07 21:00:00' };
        const recurrence = { rules: [`FREQ=DAILY;COUNT=${OCCURRENCES}`] };
        const made = await ask('POST', '/events', { ...first, recurrence });
        let model = await occurrencesOf(made.body.series.id);
        expect(model).toHaveLength(OCCURRENCES);
        for (const { edit, commits } of edits) {
          const { at, scope, title, hours } = edit;
          const subject = model[(at * 41) % model.length];
          if (subject === undefined) break;
          const start = addSeconds(subject.start, hours * 3600);
          const times = hours === 0 ? {} : { start_date: start, end_date: addSeconds(start, 7200) };
          killAfter(commits);
          const { status } = await ask('PATCH', `/events/${subject.id}`, { scope, title, ...times });
          jest.restoreAllMocks();
          await goOn();
          const { body } = await ask('GET', `/events/${subject.id}`);
          const isBegun = status === 200 || commits > 0;
          if (isBegun) model = edited(model, subject, { scope, title, hours, group: body.series.id });
        }
        const groups = [...new Set(model.map(({ group }) => group))];
        const shown = (await Promise.all(groups.map(occurrencesOf))).flat();
        const plain = ({ id, title, start, group }: ModelOccurrence) => ({ id, title, start, group });
        expect(byId(shown.map(plain))).toEqual(byId(model.map(plain)));
      }),
      { numRuns: isLong ? 60 : 5 },
    );
  }, 240_000);
});
