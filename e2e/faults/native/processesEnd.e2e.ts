import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@almanac/infra/free-port';
import { lackingJava } from '@almanac/infra/native-java';
import { eventually } from '@almanac/testing';
import { root } from '../../engines/root.ts';
import { siteFile } from '../../site.ts';

const lacking = lackingJava();
const on = lacking === undefined ? 'on native (the MongoDB stand-in and Kafka)' : `on native, skipped: ${lacking}`;
/** Milliseconds for a start on a busy machine. */
const STARTED = { within: 180_000, every: 100 };
/** Milliseconds until the last process has ended: longer than a service's own limit of 20 s. */
const ENDED = { within: 60_000, every: 250 };

/** Parts by a text of their command. */
const PARTS = {
  npm: /^npm run/,
  shell: /^\S*sh -c/,
  starter: /infra\/native\/(?:main|serversMain)\.ts/,
  store: /EndWithStarter MongoStandIn/,
  broker: /EndWithStarter kafka\.Kafka/,
  core: /services\/core\/src\/main\.ts/,
  gateway: /gateway\/src\/main\.ts/,
} as const;
type Part = keyof typeof PARTS;

/** Starts of `npm run`, each with a folder of data that marks its processes. */
class Started {
  readonly folder = mkdtempSync(join(tmpdir(), 'almanac-ends-'));
  readonly npm: ChildProcess;
  output = '';

  constructor(script: string, port: number) {
    const DATA = join(this.folder, 'data');
    this.npm = spawn('npm', ['run', '--silent', script], {
      cwd: root,
      detached: true,
      env: { ...process.env, DATA, PORT: String(port), SITE_FILE: siteFile },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.npm.stdout, this.npm.stderr]) stream?.on('data', (text) => (this.output += text));
  }

  /** Returns the processes of this start: ids by command. Every process has the folder in its environment. */
  processes(): ReadonlyMap<number, string> {
    const { stdout } = spawnSync('ps', ['axeww', '-o', 'pid=,command='], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 ** 2,
    });
    const own = stdout.split('\n').filter((line) => line.includes(this.folder));
    return new Map(own.map((line) => [Number.parseInt(line, 10), line.trim().replace(/^\d+\s+/, '')]));
  }

  idOf(part: Part): number | undefined {
    return [...this.processes()].find(([, command]) => PARTS[part].test(command))?.[0];
  }

  async kill(part: Part | 'group', signal: NodeJS.Signals): Promise<void> {
    const id = part === 'group' ? -(this.npm.pid ?? 0) : this.idOf(part);
    if (id === undefined) throw new Error(`${part} does not run:\n${this.output}`);
    process.kill(id, signal);
  }

  async ends(): Promise<void> {
    await eventually(() => this.processes().size === 0, ENDED).catch(() => undefined);
    expect([...this.processes().values()].map((command) => command.slice(0, 200))).toEqual([]);
  }

  clear(): void {
    for (const id of this.processes().keys()) process.kill(id, 'SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A moment of a start, by the part that has just begun or by the output of a site that has started. */
type Moment = Part | 'open';

const isReached = (started: Started, moment: Moment): boolean =>
  moment === 'open' ? /Almanac is open|MONGODB_URL=/.test(started.output) : started.idOf(moment) !== undefined;

interface Case {
  readonly script: 'start:native' | 'infra:native';
  readonly moment: Moment;
  readonly killed: Part | 'group';
  readonly signal: NodeJS.Signals;
}

const short: readonly Case[] = [
  { script: 'infra:native', moment: 'open', killed: 'group', signal: 'SIGKILL' },
  { script: 'infra:native', moment: 'starter', killed: 'npm', signal: 'SIGKILL' },
  { script: 'start:native', moment: 'store', killed: 'group', signal: 'SIGTERM' },
  { script: 'start:native', moment: 'core', killed: 'starter', signal: 'SIGKILL' },
  { script: 'start:native', moment: 'open', killed: 'group', signal: 'SIGTERM' },
  { script: 'start:native', moment: 'open', killed: 'store', signal: 'SIGKILL' },
];

const long: readonly Case[] = [
  ...(['npm', 'shell', 'starter', 'broker', 'core', 'gateway'] as const).map(
    (killed) => ({ script: 'start:native', moment: 'open', killed, signal: 'SIGKILL' }) as const,
  ),
  ...(['starter', 'broker', 'core', 'gateway'] as const).flatMap((moment) =>
    (['SIGTERM', 'SIGINT', 'SIGKILL'] as const).map(
      (signal) => ({ script: 'start:native', moment, killed: 'group', signal }) as const,
    ),
  ),
  ...(['starter', 'npm', 'store'] as const).map(
    (killed) => ({ script: 'infra:native', moment: 'open', killed, signal: 'SIGTERM' }) as const,
  ),
];

(lacking === undefined ? describe : describe.skip)(`the processes of a site ${on}`, () => {
  let started: Started | undefined;
  afterEach(() => started?.clear());

  it.each(process.env.LONG === undefined ? short : [...short, ...long])(
    'all end: $script, after $moment has begun, $killed gets $signal',
    async ({ script, moment, killed, signal }) => {
      const site = new Started(script, await freePort());
      started = site;
      await eventually(() => isReached(site, moment), STARTED).catch((error: unknown) => {
        throw new Error(`${moment} has not begun:\n${site.output}`, { cause: error });
      });
      await site.kill(killed, signal);
      await site.ends();
      // an expected end is reported in lines, not in stacks
      expect(site.output).not.toMatch(/\n\s+at .*:\d+:\d+/);
    },
  );
});
