import { join } from 'node:path';
import { ensureInstalled } from '../../../infra/scripts/installation.mjs';
import { PROFILE } from '../../conformance/profileNames.ts';
import { pythonEnvironment } from '../../pythonEnvironment.ts';
import { password, type SiteProcess, startSite } from '../../site.ts';
import { folder, printed, sessionCookie } from './clientPrograms.ts';
import { packedPackage } from './packedPackage.ts';

const LONG = process.env.LONG === '1';
const LATER = { reason: 'its packages are large; npm run e2e' };

const platforms =
  LONG && ensureInstalled('e2e/field/clients/platforms') === 0
    ? {}
    : { reason: LONG ? 'its packages cannot be installed' : LATER.reason };
const node = LONG
  ? await packedPackage({ name: 'n8n-nodes-base', version: '2.41.2', folder: 'dist/nodes/Wordpress' })
  : LATER;
const reader = LONG
  ? await pythonEnvironment({
      name: 'llama-index-readers-wordpress',
      version: '0.6.0',
      undeclared: ['beautifulsoup4==4.15.0'],
      program: 'nltk',
      home: undefined,
    })
  : LATER;

/** Declares a test, or skips it with the first reason why its client is missing. */
const clientTest = (title: string, clients: readonly object[], test: () => Promise<void>): void => {
  const lacking = clients.flatMap((client) => ('reason' in client ? [client.reason] : []))[0];
  if (lacking === undefined) it(title, test);
  else it.skip(`${title}, skipped: ${lacking}`, () => undefined);
};

describe('clients of other systems with large packages', () => {
  let site: SiteProcess;
  beforeAll(async () => {
    if (!LONG) return;
    site = await startSite({ ALIASES: PROFILE });
    const make = async (path: string, body: object) => {
      const answer = await site.request('POST', path, { as: 'admin', body });
      expect([path, answer.status]).toEqual([path, 201]);
    };
    await make('/core/v2/posts', { title: 'Harbour', content: 'Calm', status: 'publish' });
    await make('/core/v2/pages', { title: 'About', content: 'Us', status: 'publish' });
    await make('/cal/events/v1/categories', { name: 'Film' });
    const window = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 21:00:00' };
    const terms = { categories: ['film'], tags: ['loud'] };
    await make('/cal/events/v1/events', {
      title: 'Fair',
      description: 'Fun',
      ...window,
      ...terms,
      venue: { venue: 'Hall' },
    });
  });
  afterAll(() => site?.stop());

  clientTest('a reader of a library for language models reads posts, pages, events and venues', [reader], async () => {
    if (!('programs' in reader)) return;
    const args = [site.origin, 'admin', password('admin')];
    expect(await printed(join(reader.programs, 'python3'), 'documents.py', args)).toEqual([
      ['About', 'Us', `${site.origin}/about/`],
      ['Fair', 'Fun', `${site.origin}/event/fair/`],
      ['Hall', '', `${site.origin}/venue/hall/`],
      ['Harbour', 'Calm', `${site.origin}/harbour/`],
    ]);
  });

  clientTest('a node of an automation platform writes, lists and deletes', [platforms, node], async () => {
    if (!('root' in node)) return;
    const args = [node.root, site.origin, 'admin', password('admin')];
    // the code of the node lies elsewhere than the packages that it requires
    const packages = { NODE_PATH: join(folder, 'platforms/node_modules') };
    expect(await printed(process.execPath, 'platforms/automation.cjs', args, packages)).toEqual({
      post: ['Changed by a node', 'One', true],
      lists: [1, 2],
      page: ['moved', true, 'trash'],
      user: ['Nora Nord', true, 'nora@example.org'],
      refused: '404',
      choices: ['Uncategorized'],
    });
  });

  clientTest('the editors’ data layer writes, lists, batches, uploads and deletes', [platforms], async () => {
    const cookie = await sessionCookie(site);
    const nonces = `${site.origin}/wp-admin/admin-ajax.php?action=rest-nonce`;
    const nonce = await (await fetch(nonces, { headers: { cookie } })).text();
    const args = [site.origin, cookie, nonce];
    expect(await printed(process.execPath, 'platforms/editorData.cjs', args)).toEqual({
      title: 'Typed again',
      total: 1,
      autosave: true,
      revisions: true,
      page: 'tall-ships',
      comment: '<p>Well said</p>\n',
      medium: 'image',
      batch: ['boats', 'sails'],
      suggestions: ['Tall ships'],
      events: [['Fair', ['loud', 'film']]],
      types: true,
      rights: true,
      me: 'admin',
      site: 'string',
      embed: 'rich',
      menus: true,
      theme: 'string',
      gone: 'rest_post_invalid_id',
    });
  });
});
