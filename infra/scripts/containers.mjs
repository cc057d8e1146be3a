/**
 * Runs some of the end-to-end tests with store and broker in containers: contract suites, a recorded scenario, kill -9
 * under load. It takes the Docker engine that answers, else starts one where it can, and never fails for want of one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For everything together, ms; the tests are given what the images have left. */
const WITHIN = 9 * 60_000;
const REPORT = 'test-results/containers.json';
const CASES = 'calendar-v1-more';

const lastLine = (text) => text.trim().split('\n').at(-1)?.slice(0, 120) ?? '';

/** Why the column of containers is empty. */
class CannotRun extends Error {}

const answers = () =>
  new Promise((resolve) => {
    const engine = new URL(process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock');
    const at =
      engine.protocol === 'unix:' ? { socketPath: engine.pathname } : { host: engine.hostname, port: engine.port };
    const request = get({ ...at, path: '/_ping', timeout: 3_000 }, (answer) =>
      resolve(answer.resume().statusCode === 200),
    );
    request.on('timeout', () => request.destroy()).on('error', () => resolve(false));
  });

/** Runs a command, in what is left of the time. */
const makeRun = (root) => {
  const end = Date.now() + WITHIN;
  return (what, command, options = {}) => {
    const left = Math.floor((end - Date.now()) / 1_000);
    if (left < 1) throw new CannotRun(`${what}: no time was left`);
    const [timeout, ...args] = [...inTime(left), ...command];
    const done = spawnSync(timeout, args, { cwd: root, encoding: 'utf8', ...options });
    if (done.error !== undefined) throw new CannotRun(`${what}: ${done.error.message}`);
    if (done.status === 124) throw new CannotRun(`${what}: not within ${WITHIN / 60_000} minutes`);
    return done;
  };
};

/** Tests that take too long are ended with all that they have started in their group. */
const inTime = (seconds) => ['timeout', '--kill-after=10', String(seconds)];

const checked = (what, { status, stdout, stderr }) => {
  if (status !== 0) throw new CannotRun(`${what}: ${lastLine(stderr)}`);
  return stdout;
};

const variablesIn = (text) =>
  Object.fromEntries([...text.matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name, to]) => [name, to]));

/** An engine of our own, which is ended with the scope. */
const startEngine = (run, root) => {
  if (process.getuid?.() !== 0) throw new CannotRun('no Docker engine answers, and only root can start one');
  const folder = mkdtempSync(join(tmpdir(), 'almanac-docker-'));
  const stop = () => {
    spawnSync('infra/docker/engine.sh', ['stop', folder], { cwd: root });
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const started = checked('dockerd cannot run', run('Docker', ['infra/docker/engine.sh', 'start', folder]));
    return { host: variablesIn(started).DOCKER_HOST, [Symbol.dispose]: stop };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
};

/** The image of a whole site; where it cannot be built, its tests say why, and the others run all the same. */
const siteImage = (run, env) => {
  if (process.env.SITE_IMAGE !== undefined) return {};
  const { status, stdout, stderr } = run('image of a site', ['infra/docker/localImages.sh', 'site'], { env });
  return status === 0 ? variablesIn(stdout) : { SITE_LACKING: `its image cannot be built: ${lastLine(stderr)}` };
};

const runTests = (run, root, environment) => {
  const env = {
    ...process.env,
    ...environment,
    CASES,
    TESTCONTAINERS_RYUK_DISABLED: 'true',
    TESTCONTAINERS_HOST_OVERRIDE: '127.0.0.1',
  };
  rmSync(`${root}e2e/${REPORT}`, { force: true });
  run('tests', ['npm', 'run', '--silent', 'containers', '--workspace', 'e2e'], { env, stdio: 'inherit' });
  if (!existsSync(`${root}e2e/${REPORT}`)) throw new CannotRun('the tests gave no results');
  return JSON.parse(readFileSync(`${root}e2e/${REPORT}`, 'utf8'));
};

/**
 * @param root the repository's folder, with a slash at its end
 * @returns jest's report, or the reason why there is none
 */
export const runOnContainers = async (root) => {
  const run = makeRun(root);
  try {
    const own = (await answers()) ? undefined : startEngine(run, root);
    try {
      const engine = own === undefined ? {} : { DOCKER_HOST: own.host };
      const env = { ...process.env, ...engine };
      const build = () => checked('images', run('images', ['infra/docker/localImages.sh', 'servers'], { env }));
      const images = process.env.KAFKA_IMAGE === undefined ? variablesIn(build()) : {};
      return { report: runTests(run, root, { ...engine, ...images, ...siteImage(run, env) }) };
    } finally {
      own?.[Symbol.dispose]();
    }
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    return { reason: error.message };
  }
};
