import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { declaredEndpoints } from '../fuzz/declaredRoutes.ts';
import { type LoggedCommit, openLogs } from '../fuzz/siteLogs.ts';
import { type Answer, credentials, type SiteProcess, startSite, type UserName } from '../site.ts';
import type { ReferencedIds } from './memberValues.ts';
import { pathOf, type UpdatableRecord, updatableRecords } from './updatableRecords.ts';

// biome-ignore lint/suspicious/noExplicitAny: the properties look into what was answered, whatever it is
export type Body = Record<string, any>;

/** A site with records to refer to; its logs show the events of each request. */
export interface RecordSite {
  readonly records: readonly UpdatableRecord[];
  readonly referred: ReferencedIds;
  ask(method: string, path: string, as: UserName, body?: unknown): Promise<Answer<Body>>;
  /** Creates a record. @returns its path; undefined if it is refused */
  make(record: UpdatableRecord, as: UserName, body: Body): Promise<string | undefined>;
  /** True if the user may change the record. */
  mayChange(path: string, as: UserName): Promise<boolean>;
  /** Returns the commits of the answered request. */
  writtenBy(answer: Answer<Body>): Promise<readonly LoggedCommit[]>;
  stop(): Promise<void>;
}

/** A GIF of one pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

export const startRecordSite = async (): Promise<RecordSite> => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-records-'));
  const site = await startSite({ DATA: folder });
  try {
    return await recordSiteOn(site, folder);
  } catch (error) {
    // the caller has no handle to stop the site, and a leftover process keeps the run waiting
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
};

const recordSiteOn = async (site: SiteProcess, folder: string): Promise<RecordSite> => {
  const logs = await openLogs(folder);
  const index = await site.request<Parameters<typeof declaredEndpoints>[0]>('GET', '/');

  const ask: RecordSite['ask'] = (method, path, as, body) =>
    site.request<Body>(method, path, { as, ...(body !== undefined && { body }) });

  const upload = async (as: UserName): Promise<Answer<Body>> => {
    const headers = {
      authorization: credentials(as),
      'content-type': 'image/gif',
      'content-disposition': 'attachment; filename="dot.gif"',
    };
    const answer = await fetch(`${site.root}/core/v2/media`, { method: 'POST', headers, body: GIF });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body };
  };

  const made = async (path: string, body: object): Promise<number> => {
    const answer = await ask('POST', path, 'admin', body);
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.id;
  };

  return {
    records: updatableRecords(declaredEndpoints(index.body)),
    referred: await recordsToReferTo(made, async () => (await upload('admin')).body.id),
    ask,
    make: async ({ parts, creation }, as, body) => {
      if (creation === undefined) return pathOf(parts, {});
      const isFile = creation.args.alt_text !== undefined;
      const owner = { user_id: 'me' };
      const answer = isFile ? await upload(as) : await ask('POST', pathOf(creation.parts, owner), as, body);
      // 200: a second POST for the same user or name changes the record
      if (answer.status !== 201 && answer.status !== 200) return undefined;
      const { id, slug, uuid } = answer.body;
      const path = pathOf(parts, { ...owner, id: String(id), slug: slug ?? '', uuid });
      if (path.endsWith('/')) return undefined;
      if (isFile) await ask('POST', path, as, body);
      return path;
    },
    mayChange: async (path, as) => (await ask('PUT', path, as, {})).status === 200,
    writtenBy: async ({ headers }) => {
      const written = await logs.written();
      return written.filter(({ correlation }) => correlation === headers.get('x-request-id'));
    },
    stop: async () => {
      logs.close();
      await site.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

type Make = (path: string, body: object) => Promise<number>;

const recordsToReferTo = async (made: Make, upload: () => Promise<number>): Promise<ReferencedIds> => {
  const several = async (path: string, bodies: readonly object[]): Promise<number[]> => {
    const ids: number[] = [];
    for (const body of bodies) ids.push(await made(path, body));
    return ids;
  };
  const terms: Record<string, number[]> = {};
  for (const path of ['/core/v2/categories', '/core/v2/tags', '/cal/events/v1/categories', '/cal/events/v1/tags']) {
    terms[path] = await several(path, [{ name: `Tom & Jerry of ${path}` }, { name: `“Quay” of ${path}` }]);
  }
  const cal = '/cal/events/v1';
  terms['/calx/v1/tags'] = terms[`${cal}/tags`] ?? [];
  const posts = await several('/core/v2/posts', [{ title: 'Harbour', status: 'publish' }, { title: 'Quay' }]);
  return {
    users: [1, 2, 3],
    media: [await upload(), await upload()],
    posts,
    pages: await several('/core/v2/pages', [{ title: 'Parish', status: 'publish' }, { title: 'Council' }]),
    comments: await several('/core/v2/comments', [{ post: posts[0], content: 'Above' }]),
    terms,
    venues: await several(`${cal}/venues`, [{ venue: 'Quay & Co' }, { venue: 'Old "mill"', status: 'private' }]),
    organizers: await several(`${cal}/organizers`, [{ organizer: "Sailors' guild" }, { organizer: '<b>Club</b>' }]),
  };
};
