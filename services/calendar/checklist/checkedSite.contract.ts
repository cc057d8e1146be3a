import { type Asker, type SpecAnswer, serveCalendar, type TestService } from '../src/testing.contract.ts';

const HOUR = 3_600_000;

/** The fixed current time of the checklist's sites: a Wednesday. */
const NOW = '2031-01-01T12:00:00Z';

/** Returns the local time of the site in a number of hours. */
export const inHours = (hours: number, zone = 'UTC'): string =>
  Temporal.Instant.from(NOW)
    .add({ hours })
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ');

/** Returns the time in a number of hours, in seconds from 1970. */
export const timestampIn = (hours: number): number => (Date.parse(NOW) + hours * HOUR) / 1000;

export interface CheckedSite extends TestService {
  /** Returns the status of an answer, with the name of the detail if there is one. */
  status(as: Asker, method: string, path: string, body?: unknown): Promise<number>;
  get(path: string, as?: Asker): Promise<SpecAnswer>;
  /** Creates a record and returns it. @throws Error if it is refused */
  // biome-ignore lint/suspicious/noExplicitAny: specs look into whatever was answered
  made(plural: string, body: object, as?: Asker): Promise<any>;
  /** Creates an event that starts in a number of hours and lasts two. */
  // biome-ignore lint/suspicious/noExplicitAny: specs look into whatever was answered
  event(hours: number, body?: object, as?: Asker): Promise<any>;
  /** Creates events at intervals of `step` hours. */
  events(count: number, step: number, body?: object): Promise<number[]>;
  /** Returns the ids of a list, in its order. */
  ids(path: string, as?: Asker): Promise<number[]>;
}

/** Returns an empty site for a line of the checklist, by default in UTC. */
export const checkedSite = async (site: object = {}): Promise<CheckedSite> => {
  const served = await serveCalendar({ timezone: 'UTC', ...site }, NOW);
  const get: CheckedSite['get'] = (path, as = 'visitor') => served.ask(as, 'GET', path);
  const made: CheckedSite['made'] = async (plural, body, as = 'administrator') => {
    const answer = await served.ask(as, 'POST', `/${plural}`, { body });
    if (answer.status !== 201) throw new Error(`${plural} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`);
    served.advance(1_000);
    return answer.body;
  };
  const event: CheckedSite['event'] = (hours, body = {}, as = 'administrator') =>
    made('events', { title: 'Event', start_date: inHours(hours), end_date: inHours(hours + 2), ...body }, as);
  const events: CheckedSite['events'] = async (count, step, body = {}) => {
    const ids: number[] = [];
    for (let n = 1; n <= count; n++) ids.push((await event(n * step, body)).id);
    return ids;
  };
  return {
    ...served,
    get,
    made,
    event,
    events,
    status: async (as, method, path, body) =>
      (await served.ask(as, method, path, body === undefined ? {} : { body })).status,
    ids: async (path, as) => {
      const { body } = await get(path, as);
      const [list] = Object.values(body).filter(Array.isArray) as { readonly id: number }[][];
      return (list ?? []).map(({ id }) => id);
    },
  };
};
