import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { told } from '@almanac/cli/mistakes';
import { freePort } from '@almanac/infra/free-port';
import { startServers } from '@almanac/infra/native-servers';
import { type NativeSite, startNativeSite } from '@almanac/infra/native-site';
import { commands } from '@almanac/infra/operator-commands';
import { progressLine } from '@almanac/infra/progress-line';
import { databaseOf, type ServiceName, serviceNames, topicOf } from '@almanac/manifest';
import kafkajs from 'kafkajs';
import { MongoClient } from 'mongodb';
import { rawMessages } from '../contracts/kafkaWorld.ts';
import { root } from '../engines/root.ts';
import { type SiteProcess, siteFile, startSite } from '../site.ts';
import { textsIn } from './databases.ts';

/** A site and its operator, who runs commands of the repository. */
export interface OperatedSite {
  /** The REST root. */
  readonly root: string;
  /** Environment of the operator's commands. */
  readonly environment: Readonly<Record<string, string>>;
  /** Names of the `ops` commands that have run as a process. */
  readonly startedCommands: Set<string>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Returns the names of databases or files that contain a text, ignoring case. */
  holding(text: string): Promise<string[]>;
  /** Ends the site and its servers. */
  close(): Promise<void>;
}

export interface NativeOperatedSite extends OperatedSite {
  readonly mongodb: MongoClient;
  /** Returns every message of the services' topics, as it is stored. */
  messages(): Promise<string[]>;
  /** Deletes topics of services with all their messages. */
  deleteTopics(...services: readonly ServiceName[]): Promise<void>;
  /** Returns the name of a service's database. */
  readonly databaseOf: (service: string) => string;
  /** Returns the running processes. @throws Error if the site does not run */
  processes(): NativeSite;
}

export interface CommandResult {
  readonly code: number | null;
  readonly output: string;
}

const command =
  (script: string) =>
  ({ environment }: OperatedSite, ...args: string[]): Promise<CommandResult> =>
    new Promise((resolve, reject) => {
      const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
      const variables = { PATH, HOME, NODE_COMPILE_CACHE, ...environment };
      const child = spawn(process.execPath, ['infra/cli/main.ts', script, ...args], { cwd: root, env: variables });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (text: Buffer) => {
          output += text;
        });
      }
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, output }));
    });

const opsProcess = command('ops');

/** Runs `ops` in this process, with the errors of the command line. */
const opsHere = async (
  { environment }: OperatedSite,
  name: string,
  args: readonly string[],
): Promise<CommandResult> => {
  let output = '';
  const say = (line: string): void => {
    output += `${line}\n`;
  };
  try {
    const loaded = await commands[name]?.load();
    if (loaded === undefined) throw new Error(`There is no command ${name}.`);
    const isSound = await loaded.run(args, { environment, say, now: () => new Date(), progress: progressLine });
    return { code: isSound ? 0 : 1, output };
  } catch (error) {
    const { text, code } = told(error);
    say(text);
    return { code, output };
  }
};

/**
 * `npm run ops -- …`: the first run of each command on a site is a process. Later runs are in this process, because a
 * process takes seconds to load all services.
 */
export const ops = (site: OperatedSite, name: string, ...args: string[]): Promise<CommandResult> => {
  if (site.startedCommands.has(name)) return opsHere(site, name, args);
  site.startedCommands.add(name);
  return opsProcess(site, name, ...args);
};

/** `npm run history -- …` */
export const history = command('history');

/** Returns a site on MongoDB and Kafka, with a process for each service; it is not started yet. */
export const operatedOnNative = async (): Promise<NativeOperatedSite> => {
  const closing = new AsyncDisposableStack();
  const given = { mongodbUrl: process.env.MONGODB_URL, brokers: process.env.KAFKA_BROKERS };
  const { mongodbUrl, brokers } = closing.adopt(await startServers(given), (servers) => servers.stop());
  const media = closing.adopt(mkdtempSync(join(tmpdir(), 'almanac-media-')), (folder) => remove(folder));
  const mongodb = closing.adopt(new MongoClient(mongodbUrl), (client) => client.close());
  const prefix = `operators-${randomUUID().slice(0, 8)}`;
  const port = await freePort();
  const shared = { DATABASE_PREFIX: prefix, TOPIC_PREFIX: prefix, TOPIC_PARTITIONS: '3' };
  const environment = { ...shared, SITE_FILE: siteFile, MEDIA_FOLDER: media, LOG_LEVEL: 'error', DRAIN_MS: '0' };
  const secret = 'a secret of the end-to-end tests';
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  let running: NativeSite | undefined;
  const stop = async (): Promise<void> => {
    await running?.stop();
    running = undefined;
  };
  return {
    root: `http://127.0.0.1:${port}/en/json`,
    environment: { ...shared, MONGODB_URL: mongodbUrl, KAFKA_BROKERS: brokers },
    startedCommands: new Set(),
    mongodb,
    messages: () => {
      const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
      return rawMessages({ brokers: brokers.split(','), clientId: 'e2e', log, prefix }, serviceNames);
    },
    deleteTopics: async (...services) => {
      const admin = new kafkajs.Kafka({ brokers: brokers.split(','), logLevel: kafkajs.logLevel.NOTHING }).admin();
      await admin.connect();
      await admin.deleteTopics({ topics: services.map((service) => topicOf(service, prefix)) });
      await admin.disconnect();
    },
    databaseOf: (service) => databaseOf(prefix, service),
    processes: () => {
      if (running === undefined) throw new Error('the site does not run');
      return running;
    },
    start: async () => {
      const starting = startNativeSite({ mongodbUrl, brokers, port, secret, environment, say });
      running = await starting.catch((cause: unknown) => {
        throw new Error(`the site did not start:\n${said.slice(-20).join('\n')}`, { cause });
      });
    },
    stop,
    holding: async (text) => {
      const found = serviceNames.map((name) => textsIn(mongodb.db(databaseOf(prefix, name)), text));
      return (await Promise.all(found)).flat();
    },
    close: async () => {
      await stop();
      await closing.disposeAsync();
    },
  };
};

/** Returns a site in one process on a data folder; it is not started yet. */
export const operatedEmbedded = async (): Promise<OperatedSite & { readonly backup: string }> => {
  const base = mkdtempSync(join(tmpdir(), 'almanac-operated-'));
  const data = join(base, 'data');
  const port = String(await freePort());
  let running: SiteProcess | undefined;
  const stop = async (): Promise<void> => {
    await running?.stop();
    running = undefined;
  };
  return {
    root: `http://127.0.0.1:${port}/en/json`,
    environment: { DATA: data },
    startedCommands: new Set(),
    backup: join(base, 'backup'),
    start: async () => {
      running = await startSite({ DATA: data, PORT: port, LOG_LEVEL: 'error' });
    },
    stop,
    holding: async (text) => {
      const names = (await readdir(data)).filter((name) => name.includes('.sqlite'));
      const contents = await Promise.all(names.map((name) => readFile(join(data, name), 'latin1')));
      return names.filter((_, index) => contents[index]?.toLowerCase().includes(text.toLowerCase()));
    },
    close: async () => {
      await stop();
      remove(base);
    },
  };
};

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true });
