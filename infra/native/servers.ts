import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { javaClassPath } from './javaLibraries.ts';

/** A server that runs as a process of this starter. */
export interface NativeServer {
  /** The address for clients: `mongodb://…` or `host:port`. */
  readonly address: string;
  readonly process: ChildProcess;
  /** Signals the process to end, and waits; `SIGKILL` for faults. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const HOST = '127.0.0.1';
/** Long enough on a busy machine. */
const START_SECONDS = 180;

/** Options of a start that its caller may give up. */
export interface Starting {
  /** Ends the start with the signal's reason; the process that has begun is stopped. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each process of the site as it begins. */
  readonly onProcess?: ((name: string, begun: ChildProcess) => void) | undefined;
}

/**
 * Starts the stand-in that speaks MongoDB's protocol.
 * @param options.file the file of its data; in memory without it
 */
export const startMongoStandIn = async (
  options: { port: number; file?: string },
  starting: Starting = {},
): Promise<NativeServer> => {
  const file = options.file === undefined ? [] : [options.file];
  const server = java(['-Xmx1g'], ['MongoStandIn', HOST, String(options.port), ...file]);
  await listening({ server, port: options.port, name: 'the MongoDB stand-in', ...starting });
  return {
    address: `mongodb://${HOST}:${options.port}/?retryWrites=false&directConnection=true`,
    process: server,
    stop: stopper(server),
  };
};

export interface KafkaOptions {
  readonly port: number;
  readonly controllerPort: number;
  readonly folder: string;
  /** Settings of the broker that replace or complete its own. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Further arguments of Kafka's formatting tool. */
  readonly format?: readonly string[];
  /** Further options of Java. */
  readonly java?: readonly string[];
}

/** Starts a Kafka broker (KRaft, one node) with its data in a folder; formats a new folder. */
export const startKafka = async (options: KafkaOptions, starting: Starting = {}): Promise<NativeServer> => {
  const configuration = await configure(options, starting);
  const server = java(['-Xmx512m', ...LOGGING, ...(options.java ?? [])], ['kafka.Kafka', configuration]);
  await listening({ server, port: options.port, name: 'the Kafka broker', ...starting });
  return { address: `${HOST}:${options.port}`, process: server, stop: stopper(server) };
};

const LOGGING = ['-Dlog4j2.level=WARN', '-Dlog4j2.disable.jmx=true'];

const configure = async (
  { port, controllerPort, folder, settings = {}, format = [] }: KafkaOptions,
  starting: Starting,
): Promise<string> => {
  mkdirSync(folder, { recursive: true });
  const file = `${folder}/server.properties`;
  writeFileSync(
    file,
    `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@${HOST}:${controllerPort}
listeners=PLAINTEXT://${HOST}:${port},CONTROLLER://${HOST}:${controllerPort}
advertised.listeners=PLAINTEXT://${HOST}:${port}
controller.listener.names=CONTROLLER
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
log.dirs=${folder}/log
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
auto.create.topics.enable=false
${Object.entries(settings)
  .map(([name, value]) => `${name}=${value}\n`)
  .join('')}`,
  );
  if (!existsSync(`${folder}/log/meta.properties`)) await formatFolder({ folder, file, format }, starting);
  return file;
};

interface Format {
  readonly folder: string;
  /** The file of the broker's settings. */
  readonly file: string;
  readonly format: readonly string[];
}

const formatFolder = async ({ folder, file, format }: Format, { signal }: Starting): Promise<void> => {
  const id = randomBytes(16).toString('base64url');
  const tool = ['kafka.tools.StorageTool', 'format', `--cluster-id=${id}`, '-c', file, ...format];
  const formatting = java(LOGGING, tool, 'pipe');
  const [said] = await Promise.all([formatting.stderr ? text(formatting.stderr) : '', once(formatting, 'exit')]);
  signal?.throwIfAborted();
  if (formatting.exitCode !== 0) throw new Error(`The broker's folder ${folder} could not be formatted: ${said}`);
};

/** Starts a main class of the servers. It ends with this process, even if this process is killed. */
const java = (
  options: readonly string[],
  main: readonly string[],
  errors: 'pipe' | 'inherit' | 'ignore' = process.env.NATIVE_LOG ? 'inherit' : 'ignore',
): ChildProcess =>
  spawn('java', [...options, '-cp', javaClassPath(), 'EndWithStarter', ...main], {
    // A process group of its own: a terminal's Ctrl-C then reaches only the starter, which stops its servers last.
    detached: true,
    stdio: ['pipe', 'ignore', errors],
  });

interface Listening extends Starting {
  readonly server: ChildProcess;
  readonly port: number;
  readonly name: string;
}

const listening = async ({ server, port, name, signal, onProcess }: Listening): Promise<void> => {
  onProcess?.(name, server);
  let ended = false;
  server.once('exit', () => {
    ended = true;
  });
  const until = Date.now() + START_SECONDS * 1_000;
  while (Date.now() < until && !ended && !signal?.aborted) {
    if (await answers(port)) return;
    await pause(100);
  }
  await stopper(server)(signal?.aborted ? 'SIGTERM' : 'SIGKILL');
  signal?.throwIfAborted();
  throw new Error(`${name} did not start on port ${port}; NATIVE_LOG=1 shows its output.`);
};

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, HOST);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

const stopper =
  (server: ChildProcess) =>
  async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    const killer = setTimeout(() => server.kill('SIGKILL'), 20_000);
    await gone;
    clearTimeout(killer);
  };
