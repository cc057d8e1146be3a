import { eventKind } from '../events/event.ts';
import { serveCalendar, type TestService } from '../testing.contract.ts';

const OCCURRENCES = 110;
const A_COMMIT = 25;

describe('a change of many occurrences', () => {
  let calendar: TestService;
  beforeAll(async () => {
    calendar = await serveCalendar();
  });
  afterAll(() => calendar.stop());

  const ask = (as: 'editor' | 'visitor', method: string, path: string, body?: object) =>
    calendar.ask(as, method, path, { ...(body && { body }) });

  /** Records each commit, by its number of changed events. */
  const recordCommits = (record: (changed: number) => void): void => {
    const append = calendar.store.append.bind(calendar.store);
    jest.spyOn(calendar.store, 'append').mockImplementation(async (...commit) => {
      const appended = await append(...commit);
      record(commit[0].events.filter(({ type }) => type === eventKind.eventTypes.changed).length);
      return appended;
    });
  };

  it('is written in commits of few occurrences, and others are answered between any two of them', async () => {
    const times = { start_date: '2031-01-07 19:00:00', end_date: '2031-01-07 21:00:00' };
    const other = (await ask('editor', 'POST', '/events', { title: 'Other', ...times })).body;
    const recurrence = { rules: [`FREQ=DAILY;COUNT=${OCCURRENCES}`] };
    const { body } = await ask('editor', 'POST', '/events', { title: 'Choir', ...times, recurrence });

    const order: ('answer' | number)[] = [];
    let isOver = false;
    const reading = async (): Promise<void> => {
      while (!isOver) {
        expect((await ask('visitor', 'GET', `/events/${other.id}`)).status).toBe(200);
        order.push('answer');
      }
    };
    const reader = reading();
    recordCommits((changed) => void order.push(changed));
    expect((await ask('editor', 'PATCH', `/events/${body.id}`, { scope: 'all', title: 'Singing' })).status).toBe(200);
    isOver = true;
    await reader;

    const commits = order.flatMap((each, at) => (each === 'answer' ? [] : [{ changed: each, at }]));
    expect(commits.reduce((sum, { changed }) => sum + changed, 0)).toBe(OCCURRENCES);
    for (const [at, commit] of commits.entries()) {
      expect(commit.changed).toBeLessThanOrEqual(A_COMMIT);
      const next = commits[at + 1];
      if (next !== undefined) expect(order.slice(commit.at, next.at)).toContain('answer');
    }
  });
});
