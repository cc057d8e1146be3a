/** Calls tools of the Model Context Protocol server `server-wp-mcp`; prints what each one answered. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const [origin, username, password] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'tools-'));
const sites = join(folder, 'sites.json');
writeFileSync(sites, JSON.stringify({ site: { URL: origin, USER: username, PASS: password } }));
const client = new Client({ name: 'e2e', version: '1.0.0' });
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(import.meta.resolve('server-wp-mcp'))],
    env: { ...process.env, WP_SITES_PATH: sites },
  }),
);
const call = async (name, args = {}) => {
  const { content } = await client.callTool({ name, arguments: { site: 'site', ...args } });
  return JSON.parse(content[0].text);
};
const endpoints = await call('wp_discover_endpoints');
const made = await call('wp_call_endpoint', {
  endpoint: '/wp/v2/posts',
  method: 'POST',
  params: { title: 'By a tool', status: 'publish' },
});
const list = await call('wp_call_endpoint', { endpoint: '/wp/v2/posts', method: 'GET', params: { per_page: 1 } });
const trashed = await call('wp_call_endpoint', { endpoint: `/wp/v2/posts/${made.id}`, method: 'DELETE' });
await client.close();
rmSync(folder, { recursive: true });
console.log(
  JSON.stringify({
    posts: endpoints.find(({ endpoints: [path] }) => path === '/wp/v2/posts').methods,
    title: made.title.raw,
    items: list.length,
    trashed: trashed.status,
  }),
);
