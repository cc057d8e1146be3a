import type { RunningSite } from '@almanac/infra/site';
import { startSiteUnderTest } from '@almanac/infra/site-under-test';
import { readSite } from '@almanac/service';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const passwordOf = (role: string): string => `${role}spec0000000000001`;

const site = readSite({
  name: 'Riverside',
  users: ['administrator', 'editor', 'subscriber'].map((role) => ({
    login: role,
    role,
    email: `${role}@example.test`,
    application_passwords: [{ name: 'spec', password: passwordOf(role) }],
  })),
});

let running: RunningSite;
let origin: string;

beforeAll(async () => {
  running = await startSiteUnderTest(site, { mcpNamespaces: ['cal/events/v1'] });
  origin = `http://127.0.0.1:${running.port}`;
});
afterAll(() => running.stop());

const basic = (role: string) => ({
  authorization: `Basic ${Buffer.from(`${role}:${passwordOf(role)}`).toString('base64')}`,
});

/** Connects over HTTP, as an account or a visitor. */
const overHttp = (role?: string, path = '/mcp') =>
  new StreamableHTTPClientTransport(new URL(origin + path), {
    requestInit: { headers: role === undefined ? {} : basic(role) },
  });

/** Connects to a process with the command. */
const overStdio = (role?: string) =>
  new StdioClientTransport({
    command: process.execPath,
    args: ['infra/cli/main.ts', 'mcp'],
    cwd: new URL('../../', import.meta.url).pathname,
    env: { ALMANAC_URL: origin, ...(role && { ALMANAC_USER: role, ALMANAC_PASSWORD: passwordOf(role) }) },
    stderr: 'inherit',
  });

const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

const connected = async (transport: ReturnType<typeof overHttp | typeof overStdio>) => {
  const client = new Client({ name: 'spec', version: '1' });
  clients.push(client);
  await client.connect(transport as Parameters<Client['connect']>[0]);
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: args });
    // every content of these tools is text
    const texts = (content as { readonly text: string }[]).map(({ text }) => text);
    return { text: texts.join('\n'), isError: isError === true };
  };
  const names = async () => (await client.listTools()).tools.map(({ name }) => name);
  return { client, call, names };
};

const EVENT = { title: 'Harbour concert', start_date: 'tomorrow 19:00', end_date: 'tomorrow 21:00' };

describe.each([
  ['HTTP', overHttp],
  ['stdio', overStdio],
])('a client over %s', (_name, transport) => {
  it('reads as a visitor, and a refused change says that it needs an account', async () => {
    const visitor = await connected(transport());
    const names = await visitor.names();
    expect(names).toContain('listEvents');
    expect(names).not.toContain('createEvent');
    expect((await visitor.call('listEvents', { _fields: 'events.title,total' })).text).toMatch(
      /^\{"events":\[.*"total":\d/,
    );
    const refused = await visitor.call('createEvent', EVENT);
    expect(refused).toEqual({ text: expect.stringContaining('“Creates an event.” needs an account'), isError: true });
    await expect(visitor.call('listEvent')).rejects.toThrow('There is no tool listEvent. Did you mean listEvents?');
  });

  it.each(['editor', 'administrator'])('creates, changes and deletes as %s', async (role) => {
    const user = await connected(transport(role));
    expect(await user.names()).toEqual(
      expect.arrayContaining(['createEvent', 'updateEvent', 'deleteEvent', 'createVenue']),
    );
    const { id } = JSON.parse((await user.call('createEvent', EVENT)).text);
    expect(JSON.parse((await user.call('updateEvent', { id, title: 'Concert' })).text)).toMatchObject({
      id,
      title: 'Concert',
    });
    expect((await user.call('updateEvent', { id, start_date: 'no date' })).isError).toBe(true);
    expect((await user.call('deleteEvent', { id })).isError).toBe(false);
    expect((await user.call('getEvent', { id })).text).toMatch(/^403 event-no-longer-available/);
  });
});

describe('the tools', () => {
  it('are offered only to accounts that may use them, and others are explained', async () => {
    const subscriber = await connected(overHttp('subscriber'));
    const names = await subscriber.names();
    expect(names.filter((name) => /^(?:create|update|delete)/.test(name))).toEqual([]);
    const refused = await subscriber.call('createEvent', EVENT);
    expect(refused.text).toContain('The account subscriber may not do this');
  });

  it('work in the language of the address, and of a call', async () => {
    const french = await connected(overHttp('editor', '/fr-ca/mcp'));
    const titles = (await french.client.listTools()).tools.map(({ title }) => title);
    expect(titles).not.toContain('Creates an event.');
    const created = JSON.parse((await french.call('createEvent', { ...EVENT, title: 'Au port' })).text);
    expect(created.i18n.language).toBe('fr-ca');
    const read = await french.call('createEvent', { ...EVENT, i18n_language: 'es-us' });
    expect(JSON.parse(read.text).i18n.language).toBe('es-us');
  });
});

describe('the address /mcp', () => {
  const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const send = async (init: RequestInit, path = '/mcp') => {
    const answer = await fetch(origin + path, { method: 'POST', ...init, headers: { ...HEADERS, ...init.headers } });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

  it('answers any request by itself, without sessions', async () => {
    const { status, headers, body } = await send({ body: LIST, headers: { 'mcp-session-id': 'of another server' } });
    expect([status, headers.get('mcp-session-id'), headers.get('cache-control')]).toEqual([200, null, 'no-store']);
    expect(body.result.tools.length).toBeGreaterThan(5);
    for (const method of ['GET', 'DELETE']) {
      const refused = await send({ method });
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST']);
    }
    expect((await send({ body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }) })).status).toBe(
      202,
    );
  });

  it.each([
    ['another origin', 403, { headers: { origin: 'https://evil.example' }, body: LIST }],
    ['wrong credentials', 401, { headers: { authorization: `Basic ${btoa('editor:wrong')}` }, body: LIST }],
    ['another scheme', 401, { headers: { authorization: 'Bearer x' }, body: LIST }],
    ['another protocol', 400, { headers: { 'mcp-protocol-version': '1999-01-01' }, body: LIST }],
    ['no JSON', 400, { body: '{' }],
    ['eleven messages', 400, { body: `[${Array(11).fill(LIST).join()}]` }],
    ['a long body', 413, { body: ' '.repeat(1024 * 1024 + 1) }],
  ])('refuses a request with %s', async (_what, status, init) => {
    const refused = await send(init);
    expect([refused.status, refused.body.error.message]).toEqual([status, expect.stringMatching(/\w/)]);
  });

  it('accepts pages of the site itself', async () => {
    expect((await send({ headers: { origin }, body: LIST })).status).toBe(200);
  });

  it('does not take the header by which the gateway asks itself from clients', async () => {
    const answer = await fetch(`${origin}/en/json/`, { headers: { 'x-almanac-call': 'guessed' } });
    expect(answer.status).toBe(200);
  });
});
