import type { IncomingMessage, ServerResponse } from 'node:http';
import { parsePrivateTargets, publicPolicy } from '@almanac/outgoing';
import { type FakeService, startFakeServer } from '@almanac/outgoing/testing';
import type { Following } from '../app.ts';
import { serveCalendar, type TestService } from '../testing.contract.ts';
import { createFeedOutgoing } from './fetchFeed.ts';

const namespace = 'cal/event-import/v1';
export const LIST = '/events?start_date=2030-01-01&end_date=2036-01-01&per_page=50';

export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** Returns the lines of an entry. */
export const entry = (uid: string, more: readonly string[] = []): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `SUMMARY:Fair ${uid}`,
  'DTSTART:20330501T100000Z',
  'DTEND:20330501T120000Z',
  ...more,
  'END:VEVENT',
];

export const file = (entries: readonly (readonly string[])[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...entries.flat(), 'END:VCALENDAR', ''].join('\r\n');

export const sends =
  (body: string, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': 'text/calendar', ...headers }).end(body);

/** Adapters with which a calendar follows feeds of this host, every 10 ms. */
export const followsLocally = (): Following => {
  const privateTargets = parsePrivateTargets('127.0.0.1') ?? { includes: () => false };
  return { feedOutgoing: createFeedOutgoing(publicPolicy({ privateTargets })), rest: 10 };
};

/** Serves a calendar that follows feeds of a fake server, new for each test. */
export const followingCalendar = () => {
  let calendar: TestService;
  let server: FakeService;
  let answer: Answer;
  let requests: IncomingMessage[];

  beforeEach(async () => {
    requests = [];
    server = await startFakeServer((request, response) => {
      requests.push(request);
      answer(response, request);
    });
    calendar = await serveCalendar({}, undefined, { following: followsLocally() });
  });
  afterEach(async () => {
    await calendar.stop();
    await server.close();
  });

  const address = (): string => `http://127.0.0.1:${server.port}/events.ics`;
  const ask = async (method: string, path: string, body?: object, as: 'editor' | 'administrator' = 'editor') =>
    calendar.ask(as, method, path, { namespace, body });
  const read = async (id: number) => (await ask('GET', `/feeds/${id}`)).body;
  /** Waits until a feed has run a number of times, and returns the feed. */
  const runsOf = async (id: number, runs: number) => {
    for (;;) {
      const feed = await read(id);
      if (feed.log.length >= runs) return feed;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const follow = async (more: object = {}): Promise<number> => {
    const { status, body } = await ask('POST', '/feeds', { url: address(), ...more });
    expect([status, body.state]).toEqual([201, 'ok']);
    await runsOf(body.id, 1);
    return body.id;
  };
  /** Runs a feed and returns it. */
  const run = async (id: number, query = '') => {
    const before = (await read(id)).log.length;
    expect((await ask('POST', `/feeds/${id}/run${query}`)).status).toBe(202);
    return runsOf(id, before + 1);
  };
  const eventsOf = async (more = '') => (await calendar.ask('administrator', 'GET', LIST + more)).body.events;
  const titles = async (more = '') => (await eventsOf(more)).map(({ title }: { title: string }) => title).toSorted();

  return {
    calendar: () => calendar,
    requests: () => requests,
    /** Sets the answer of the server of the feed. */
    serve: (next: Answer) => {
      answer = next;
    },
    ...{ address, ask, read, runsOf, follow, run, eventsOf, titles },
  };
};
