import { eventKind } from '../events/event.ts';
import { serveCalendar, type TestService } from '../testing.contract.ts';

const OCCURRENCES = 110;
const A_COMMIT = 25;

/** A commit: the number of changed events, and the turns of the event loop before it. */
interface CommitRecord {
  readonly changed: number;
  readonly turns: number;
}

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

  it('is written in short commits; others are answered between two of them and have turns between two occurrences', async () => {
    const times = { start_date: '2031-01-07 19:00:00', end_date: '2031-01-07 21:00:00' };
    const other = (await ask('editor', 'POST', '/events', { title: 'Other', ...times })).body;
    const recurrence = { rules: [`FREQ=DAILY;COUNT=${OCCURRENCES}`] };
    const { body } = await ask('editor', 'POST', '/events', { title: 'Choir', ...times, recurrence });

    const order: ('answer' | CommitRecord)[] = [];
    let isOver = false;
    let turns = 0;
    const turn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    turn();
    const reading = async (): Promise<void> => {
      while (!isOver) {
        expect((await ask('visitor', 'GET', `/events/${other.id}`)).status).toBe(200);
        order.push('answer');
      }
    };
    const reader = reading();
    recordCommits((changed) => void order.push({ changed, turns }));
    expect((await ask('editor', 'PATCH', `/events/${body.id}`, { scope: 'all', title: 'Singing' })).status).toBe(200);
    isOver = true;
    await reader;

    const commits = order.flatMap((each, at) => (each === 'answer' ? [] : [{ ...each, at }]));
    expect(commits.reduce((sum, { changed }) => sum + changed, 0)).toBe(OCCURRENCES);
    for (const [index, commit] of commits.entries()) {
      expect(commit.changed).toBeLessThanOrEqual(A_COMMIT);
      const next = commits[index + 1];
      if (next === undefined) continue;
      expect(order.slice(commit.at, next.at)).toContain('answer');
      expect(next.turns - commit.turns).toBeGreaterThan(2 * next.changed);
    }
  });
});
