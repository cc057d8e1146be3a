import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { pythonEnvironment } from '../pythonEnvironment.ts';
import { credentials, type SiteProcess, startSite } from '../site.ts';

const LONG = process.env.LONG === '1';
/** Seconds for each caller; a slow machine sends fewer requests in that time. */
const SECONDS = LONG ? 600 : 60;
/** Minimum number of requests of a valid run. */
const MIN_REQUESTS = 50;
const EXAMPLES = LONG ? 200 : 10;
const { seed: SEED = 0 } = fc.readConfigureGlobal();

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

/** Excluded operations: they delete the account or password of the run, so that all later requests fail. */
const ENDING = ['deleteCurrentUser', 'deleteUser', 'deleteApplicationPasswords', 'deleteApplicationPassword'];

const config = fileURLToPath(new URL('schemathesis.toml', import.meta.url));
const checked = fileURLToPath(new URL('../../libs/rest/src/checkedAnswers.ts', import.meta.url));

/** Raised limits, because requests contain random credentials. */
const UNLIMITED = ['sign-in-name', 'sign-in-network', 'application-password', 'record-password'].map(
  (name) => `${name}=1000000/60`,
);

const installed = await pythonEnvironment({
  name: 'schemathesis',
  version: '4.32.5',
  program: 'schemathesis',
  home: process.env.SCHEMATHESIS_HOME,
});

/** Runs a command in a temporary folder. @returns its output and exit status */
const run = (command: string, options: readonly string[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-schemathesis-'));
  return new Promise<{ readonly status: unknown; readonly printed: string }>((resolve) => {
    execFile(command, [...options], { cwd: folder, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      rmSync(folder, { recursive: true });
      resolve({ status: error === null ? 0 : (error.code ?? 'killed'), printed: stdout + stderr });
    });
  });
};

describe(`the OpenAPI document, as read by Schemathesis (FUZZ_SEED=${SEED})`, () => {
  let site: SiteProcess;
  beforeAll(async () => {
    site = await startSite({ LIMITS: UNLIMITED.join(','), NODE_OPTIONS: `--import=${checked}` });
  });
  afterAll(() => site.stop());

  if ('reason' in installed) {
    it.skip(`describes the answers of the site, skipped: ${installed.reason}`, () => undefined);
    return;
  }

  it.each([
    ['an administrator', 'admin'],
    ['an author', 'author1'],
    ['a visitor', undefined],
  ])(
    'names every status, content type, header and member of the answers to %s',
    async (_who, name) => {
      const header = name === undefined ? [] : ['--header', `Authorization: ${credentials(name)}`];
      const { status, printed } = await run(join(installed.programs, 'schemathesis'), [
        '--config-file',
        config,
        'run',
        `${site.root}/openapi.json`,
        '--checks',
        CHECKS.join(','),
        '--phases',
        'coverage,fuzzing',
        '--continue-on-failure',
        '--no-color',
        '--seed',
        String(SEED),
        '--max-examples',
        String(EXAMPLES),
        '--max-time',
        String(SECONDS),
        ...ENDING.flatMap((id) => ['--exclude-operation-id', id]),
        ...header,
      ]);
      const failures = printed.slice(0, Math.max(printed.indexOf('= WARNINGS ='), 0) || undefined);
      expect({ status, ...(status !== 0 && { failures: failures.slice(0, 20_000) }) }).toEqual({ status: 0 });
      expect(Number(/(\d+) generated/.exec(printed)?.[1])).toBeGreaterThan(MIN_REQUESTS);
    },
    (SECONDS + 240) * 1_000,
  );
});
