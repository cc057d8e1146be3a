import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pythonEnvironment } from '../pythonEnvironment.ts';
import { password, type SiteProcess, startSite } from '../site.ts';

const run = promisify(execFile);

/** Maximum number of files of the generated client, for each operation. */
const MAX_OPERATION_FILES = 4.4;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

/** A program that uses the client as its users do: it writes, reads back, and is refused. */
const PROGRAM = `
import json, sys
from client import AuthenticatedClient, Client
from client.api.caleventsv1 import create_event, delete_event, list_events
from client.models import CreateEventBody, Error

root, token = sys.argv[1:]
site = AuthenticatedClient(base_url=root, token=token, prefix='Basic')
body = CreateEventBody(title='Harbour concert', start_date='2031-06-10 19:30:00', end_date='2031-06-10 22:00:00')
made = create_event.sync(client=site, body=body, idempotency_key='once')
again = create_event.sync(client=site, body=body, idempotency_key='once')
listed = list_events.sync(client=site, include=made.id, start_date='2031-06-01')
refused = delete_event.sync(client=Client(base_url=root), id=made.id)
assert isinstance(refused, Error)
print(json.dumps({'titles': [event.title for event in listed.events], 'same': made.id == again.id, 'code': refused.code}))
`;

const installed = await pythonEnvironment({
  name: 'openapi-python-client',
  version: '0.29.1',
  program: 'openapi-python-client',
  home: process.env.PYTHON_CLIENT_HOME,
});

/** Returns the files of a kind below a folder, as paths in it. */
const filesBelow = (folder: string, ending: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ending));

/** Compares names in snake and camel case. */
const bare = (name: string): string => name.replaceAll('_', '').toLowerCase();

describe('the Python client that openapi-python-client generates', () => {
  if ('reason' in installed) {
    it.skip(`is generated, skipped: ${installed.reason}`, () => undefined);
    return;
  }
  const program = (name: string): string => join(installed.programs, name);
  let site: SiteProcess;
  let folder: string;
  let document: Document;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-python-'));
    site = await startSite();
    document = (await site.request<Document>('GET', '/openapi.json')).body;
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
    const options = ['generate', '--path', 'openapi.json', '--meta', 'none', '--output-path', 'client'];
    await run(program('openapi-python-client'), options, { cwd: folder });
  });
  afterAll(async () => {
    await site?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has a module for every operation, and few files', () => {
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => bare(operationId)),
    );
    const modules = filesBelow(join(folder, 'client/api'), '.py').map((path) => bare(path.replace(/^.*\/|\.py$/g, '')));
    expect(ids.filter((id) => !modules.includes(id))).toEqual([]);
    const files = filesBelow(join(folder, 'client'), '.py').length;
    expect(files / ids.length).toBeLessThan(MAX_OPERATION_FILES);
  });

  it('compiles, and reads and writes a site', async () => {
    await run(program('python'), ['-m', 'compileall', '-q', 'client'], { cwd: folder });
    const token = Buffer.from(`admin:${password('admin')}`).toString('base64');
    const { stdout } = await run(program('python'), ['-c', PROGRAM, site.root, token], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual({ titles: ['Harbour concert'], same: true, code: expect.any(String) });
  });
});
