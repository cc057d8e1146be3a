import { type Db, MongoClient } from 'mongodb';
import { World } from '../faults/native/world.ts';
import { ask, fill } from './client.ts';
import { createEvent, LIST } from './events.ts';
import { closedLoop, type Load, median } from './measure.ts';
import { type Command, MongodbTap } from './mongodbTap.ts';
import { ms, perSecond, report, section } from './report.ts';

const DATABASE = 'almanac-calendar';
const EVENTS = 1_000;
const WIDTH = 16;
const RUN_MS = 4_000;

/** Members that the driver adds to every command. */
const OWN = ['lsid', '$db', '$clusterTime', 'txnNumber', '$readPreference'];

/** Returns the document reads that one list sends to the calendar's database. */
const commandsOfList = async (tap: MongodbTap, list: () => Promise<unknown>): Promise<Command[]> => {
  const seen: Command[] = [];
  tap.onCommand = (command) => {
    if (command.$db === DATABASE) seen.push(command);
  };
  await list();
  tap.onCommand = undefined;
  return seen.filter(isRead).map(bare);
};

const isRead = (command: Command): boolean =>
  ['find', 'aggregate', 'count', 'distinct'].some((name) => /\./.test(String(command[name] ?? '')));

const bare = (command: Command): Command =>
  Object.fromEntries(Object.entries(command).filter(([name]) => !OWN.includes(name)));

interface ReadMeasurement {
  readonly site: Load;
  readonly driver: Load;
}

const measure = (list: () => Promise<unknown>, database: Db, commands: readonly Command[]): Promise<ReadMeasurement> =>
  median(
    3,
    ({ site, driver }) => site.perSecond / driver.perSecond,
    async () => {
      const reads = (): Promise<unknown> => Promise.all(commands.map((command) => database.command(command)));
      const driver = await closedLoop({ width: WIDTH, ms: RUN_MS }, async () => void (await reads()));
      const site = await closedLoop({ width: WIDTH, ms: RUN_MS }, async () => void (await list()));
      return { site, driver };
    },
  );

const onSite = async (world: World, tap: MongodbTap): Promise<void> => {
  const root = `${world.origin}/en/json`;
  await fill(0, EVENTS, (turn) => createEvent({ root }, turn));
  const list = (): Promise<string> => ask(root + LIST);
  const commands = await commandsOfList(tap, list);
  const client = new MongoClient(`mongodb://127.0.0.1:${tap.port}`);
  try {
    const { site, driver } = await measure(list, client.db(DATABASE), commands);
    report({
      what: `list of ten at ${EVENTS.toLocaleString('en-US')} events, ${WIDTH} in flight`,
      figure: `${perSecond(site.perSecond)}, p50 ${ms(site.p50)}, p99 ${ms(site.p99)}`,
      against: `${perSecond(driver.perSecond)}, p50 ${ms(driver.p50)} (its ${commands.length} reads by the bare driver)`,
      ratio: site.perSecond / driver.perSecond,
    });
  } finally {
    await client.close();
  }
};

/** Compares lists through gateway and calendar processes with the same reads sent by the bare driver. */
export const benchNativeReads = async (): Promise<void> => {
  section('Lists on native servers (the MongoDB stand-in), against the bare driver sending the same reads');
  const tap = new MongodbTap();
  const world = await World.start({ before: (port) => tap.listen(port) });
  try {
    await onSite(world, tap);
  } finally {
    await world.stop();
    tap.close();
  }
};
