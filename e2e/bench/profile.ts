import { namespaceUnderProfile, PROFILE, PROFILE_ROOT } from '../conformance/profileNames.ts';
import { credentials, type SiteProcess, startSite } from '../site.ts';
import { type ControlledRatio, compareBlocks, ratioOfTrios, SIDES, type Trio } from './blocks.ts';
import { ask, fill, post } from './client.ts';
import { ratioText } from './compare/pairedRatio.ts';
import { megabytesOf } from './memory.ts';
import { processTimeOf, threadsTimeOf } from './processTime.ts';
import { report, section } from './report.ts';
import { EVENT_LIST, eventBody, POST_LIST, postBody } from './sitePairs.ts';

/** Trios of blocks and of starts. */
const [BLOCKS, STARTS] = [24, 9];
/** Requests of a block; answers from memory need more of them to outweigh the process's own work. */
const [REQUESTS, REQUESTS_FROM_MEMORY] = [25, 200];
/** Events and posts that exist before the measurement. */
const RECORDS = 100;
/** Allowed increase in percent. */
const PERCENT = 5;

/** Addresses of the same records. */
interface Addresses {
  readonly root: string;
  readonly events: string;
  readonly posts: string;
}

const ownAddresses = ({ root }: SiteProcess): Addresses => ({
  root,
  events: '/cal/events/v1/events',
  posts: '/core/v2/posts',
});

const profileAddresses = ({ origin }: SiteProcess): Addresses => ({
  root: `${origin}${PROFILE_ROOT}`,
  events: `/${namespaceUnderProfile('cal/events/v1')}/events`,
  posts: `/${namespaceUnderProfile('core/v2')}/posts`,
});

const createEvent = ({ root, events }: Addresses, turn: number): Promise<string> =>
  post({ root }, events, eventBody(turn));

const createPost = ({ root, posts }: Addresses, turn: number): Promise<string> => post({ root }, posts, postBody(turn));

type Work = (at: Addresses, turn: number) => Promise<unknown>;

type Works = Readonly<Record<string, Work>>;

/** Reads of visitors, whose answers come from memory. */
const worksFromMemory = (event: number): Works => ({
  'a list of ten events from memory': ({ root, events }) => ask(root + events + EVENT_LIST),
  'a list of ten posts from memory': ({ root, posts }) => ask(root + posts + POST_LIST),
  'a single event from memory': ({ root, events }) => ask(`${root}${events}/${event}`),
});

/** Requests of the administrator, whose answers do not come from memory. */
const worksAnew = (event: number): Works => {
  const admin = { headers: { authorization: credentials('admin') } };
  return {
    'a list of ten events': ({ root, events }) => ask(root + events + EVENT_LIST, admin),
    'a list of ten posts': ({ root, posts }) => ask(root + posts + POST_LIST, admin),
    'a single event': ({ root, events }) => ask(`${root}${events}/${event}`, admin),
    // lists of events name their own addresses
    'another list of ten events each time': ({ root, events }, turn) =>
      ask(`${root}${events}${EVENT_LIST}&_=${turn}`, admin),
    'another list of ten posts each time': ({ root, posts }, turn) =>
      ask(`${root}${posts}${POST_LIST}&offset=${turn % (RECORDS - 10)}`, admin),
    'a creation of an event': createEvent,
    'a creation of a post': createPost,
  };
};

const reportRatio = (what: string, { compared, control }: ControlledRatio): void =>
  report({
    what,
    figure: ratioText(compared),
    against: `equal ${ratioText(control)}`,
    goal: `within ${PERCENT} %`,
    reached: compared.ratio <= 1 + PERCENT / 100,
  });

/** Compares the processor time of requests by the profile's names with that of the same requests by Almanac's names. */
const benchNames = async (site: SiteProcess): Promise<void> => {
  section(`Requests by a profile's names against those by own names, to one site: ${BLOCKS} trios of blocks`);
  const [own, named] = [ownAddresses(site), profileAddresses(site)];
  await fill(0, RECORDS, (turn) => createEvent(own, turn));
  await fill(0, RECORDS, (turn) => createPost(own, turn));
  const { id } = JSON.parse(await createEvent(own, RECORDS));
  const pid = Number(site.process.pid);
  const compare = async (works: Works, requests: number): Promise<void> => {
    for (const [what, work] of Object.entries(works)) {
      const compared = { before: (turn: number) => work(own, turn), after: (turn: number) => work(named, turn) };
      const options = { clock: () => threadsTimeOf(pid), trios: BLOCKS, requests };
      reportRatio(what, await compareBlocks(compared, options));
    }
  };
  await compare(worksFromMemory(id), REQUESTS_FROM_MEMORY);
  await compare(worksAnew(id), REQUESTS);
};

const ENVIRONMENTS = { before: {}, after: { ALIASES: PROFILE }, control: {} };

/** Compares starts with the profile and without: processor time until the first answer, and the memory then. */
const benchStarts = async (): Promise<void> => {
  section(`Starts with a profile of names against starts without: ${STARTS} times each, in turns`);
  const measured: Record<'start' | 'memory', Trio[]> = { start: [], memory: [] };
  for (let turn = 0; turn < STARTS; turn++) {
    const [start, memory] = [
      { before: 0, after: 0, control: 0 },
      { before: 0, after: 0, control: 0 },
    ];
    for (let nth = 0; nth < SIDES.length; nth++) {
      const side = SIDES[(turn + nth) % SIDES.length] ?? 'before';
      const site = await startSite(ENVIRONMENTS[side]);
      const pid = Number(site.process.pid);
      start[side] = processTimeOf(pid);
      memory[side] = megabytesOf(pid);
      await site.stop();
    }
    measured.start.push(start);
    measured.memory.push(memory);
  }
  for (const [what, trios] of Object.entries(measured)) reportRatio(what, ratioOfTrios(trios));
};

/** Measures the cost of a profile of names: median ratios with 95 % intervals, each beside a comparison of equals. */
export const benchProfile = async (): Promise<void> => {
  const site = await startSite({ ALIASES: PROFILE });
  try {
    await benchNames(site);
  } finally {
    await site.stop();
  }
  await benchStarts();
};
