/** `npm run check:openapi`: fails if a linter finds anything in the OpenAPI document of this code. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDocument, withInterface } from '../sdk/interfaceDocument.ts';

const at = (path: string): string => join(import.meta.dirname, path);
const folder = mkdtempSync(join(tmpdir(), 'almanac-openapi-'));
const file = join(folder, 'openapi.json');

const LINTERS = [
  [at('node_modules/@redocly/cli/bin/cli.js'), 'lint', file, '--config', at('redocly.yaml')],
  [
    at('node_modules/@stoplight/spectral-cli/dist/index.js'),
    'lint',
    file,
    '--ruleset',
    at('spectral.yaml'),
    '--fail-severity',
    'hint',
  ],
];

try {
  writeFileSync(file, JSON.stringify(await withInterface(undefined, readDocument)));
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const ended = LINTERS.map((args) => spawnSync(process.execPath, args, { stdio: 'inherit', cwd: folder, env }));
  process.exitCode = ended.every(({ status }) => status === 0) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
