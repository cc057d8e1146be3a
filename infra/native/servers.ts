import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { javaClassPath, mongoStandInSource } from './javaLibraries.ts';

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

/**
 * Starts the stand-in that speaks MongoDB's protocol.
 * @param options.file the file of its data; in memory without it
 */
export const startMongoStandIn = async (options: { port: number; file?: string }): Promise<NativeServer> => {
  const file = options.file === undefined ? [] : [options.file];
  const server = java(['-Xmx1g', '-cp', javaClassPath(), mongoStandInSource, HOST, String(options.port), ...file]);
  await listening(server, options.port, 'the MongoDB stand-in');
  return {
    address: `mongodb://${HOST}:${options.port}/?retryWrites=false&directConnection=true`,
    process: server,
    stop: stopper(server),
  };
};

/** Starts a Kafka broker (KRaft, one node) with its data in a folder; formats a new folder. */
export const startKafka = async (options: {
  port: number;
  controllerPort: number;
  folder: string;
}): Promise<NativeServer> => {
  const configuration = configure(options);
  const server = java(['-Xmx512m', ...LOGGING, '-cp', javaClassPath(), 'kafka.Kafka', configuration]);
  await listening(server, options.port, 'the Kafka broker');
  return { address: `${HOST}:${options.port}`, process: server, stop: stopper(server) };
};

const LOGGING = ['-Dlog4j2.level=WARN', '-Dlog4j2.disable.jmx=true'];

const configure = ({
  port,
  controllerPort,
  folder,
}: {
  port: number;
  controllerPort: number;
  folder: string;
}): string => {
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
`,
  );
  if (!existsSync(`${folder}/log/meta.properties`)) formatFolder(folder, file);
  return file;
};

const formatFolder = (folder: string, file: string): void => {
  const id = randomBytes(16).toString('base64url');
  const format = ['-cp', javaClassPath(), 'kafka.tools.StorageTool', 'format', `--cluster-id=${id}`, '-c', file];
  const { status, stderr } = spawnSync('java', [...LOGGING, ...format], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The broker's folder ${folder} could not be formatted: ${stderr}`);
};

const java = (args: readonly string[]): ChildProcess =>
  spawn('java', args, {
    // A process group of its own: a terminal's Ctrl-C then reaches only the starter, which stops its servers last.
    detached: true,
    stdio: ['ignore', 'ignore', process.env.NATIVE_LOG ? 'inherit' : 'ignore'],
  });

const listening = async (server: ChildProcess, port: number, what: string): Promise<void> => {
  let ended = false;
  server.once('exit', () => {
    ended = true;
  });
  for (const until = Date.now() + START_SECONDS * 1_000; Date.now() < until && !ended; await pause(100)) {
    if (await answers(port)) return;
  }
  server.kill('SIGKILL');
  throw new Error(`${what} did not start on port ${port}; NATIVE_LOG=1 shows what it says.`);
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
