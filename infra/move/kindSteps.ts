import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeSlug } from '@almanac/text';
import { z } from 'zod';
import { RefusedError } from '../import/siteClient.ts';
import {
  type CompleteRecord,
  type KindSteps,
  type MovePorts,
  movedHeaders,
  type NewRecord,
  type RecordMove,
} from './kindMover.ts';
import { type ConvertedRecord, FLAGS, MENU_LANGUAGE, MOVE_KINDS, type OldRecord, rawOf } from './moveKinds.ts';
import type { OldLanguage } from './oldLanguages.ts';
import { type OldSite, OldSiteError } from './oldSite.ts';

const PAGE_SIZE = 100;
const EVENTS_OF_PAGE = 50;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
/** Returns a login or an e-mail address in the form in which it is compared. */
export const folded = (text: unknown): string => textOf(text).trim().toLowerCase();

/** Returns the steps of users: an account with the same e-mail address or login is the same user. */
export const userSteps = async ({ site, report, old, mode }: MovePorts): Promise<KindSteps> => {
  const byEmail = new Map<string, NewRecord>();
  const byLogin = new Map<string, NewRecord>();
  for (let page = 1; ; page++) {
    const address = `/core/v2/users?context=edit&per_page=${PAGE_SIZE}&page=${page}`;
    const users = await site.request<NewRecord[]>('GET', address);
    for (const user of users) {
      byEmail.set(folded(user.email), user);
      byLogin.set(folded(user.username), user);
    }
    if (users.length < PAGE_SIZE) break;
  }
  byEmail.delete('');
  const knownAs = ({ email, username }: OldRecord): NewRecord | undefined =>
    byEmail.get(folded(email)) ?? byLogin.get(folded(username));
  const register = ({ body, newBody }: ConvertedRecord, moved: object): Promise<NewRecord> => {
    // required, and not stored: a moved account has no password
    const password = randomBytes(24).toString('base64url');
    const sent = { ...body, ...newBody, password };
    return site.request('POST', '/core/v2/users', sent, undefined, movedHeaders(old.address, moved));
  };
  /** Gives the first administrator the profile of the old account; what it signs in with stays. */
  const become = ({ id }: NewRecord, { body: { email: _, roles: __, ...profile }, moved }: ConvertedRecord) =>
    site.request<NewRecord>('POST', `/core/v2/users/${id}`, profile, undefined, movedHeaders(old.address, moved));
  return {
    existing: (user) => (mode === 'mapped' ? knownAs(user) : undefined),
    create: async (user, converted, moved) => {
      const known = knownAs(user);
      if (known !== undefined) return become(known, converted);
      try {
        return await register(converted, moved);
      } catch (error) {
        if (!(error instanceof RefusedError && error.code === 'rest_id_taken')) throw error;
        const made = await register(converted, converted.moved);
        report.changed.push(
          `user ${textOf(user.username)} has the id ${made.id}: ${user.id} belongs to another account`,
        );
        return made;
      }
    },
  };
};

/** Returns the steps of media: their files are fetched and stored below the same path. */
export const mediaSteps = ({ site, old, references, report }: MovePorts): KindSteps => ({
  create: async (medium, converted, moved, key) => {
    const { href: url, pathname } = fileOf(medium, old);
    const name = decodeSlug(fileName(pathname));
    const folder = /\/(\d{4}\/\d{2})\/[^/]+$/.exec(pathname)?.[1];
    const placed = movedHeaders(old.address, { ...moved, ...(folder !== undefined && { folder }) });
    const title = new URLSearchParams({ title: textOf(converted.body.title), slug: textOf(converted.body.slug) });
    const type = textOf(medium.mime_type) || 'application/octet-stream';
    const made = await throughFile(old, url, type, (bytes) =>
      site.upload<NewRecord>(`/core/v2/media?${title}`, { name, type, bytes }, key, placed),
    );
    const path = `/core/v2/media/${made.id}`;
    return site.request('POST', path, converted.body, undefined, movedHeaders(old.address, converted.moved));
  },
  note: (medium, here) => {
    const oldFiles = [textOf(medium.source_url), originalOf(medium)];
    references.placeMedium(medium.id, { id: here.id, oldFiles, file: textOf(here.source_url) });
    const [there, now] = [fileName(oldFiles[0] ?? ''), fileName(textOf(here.source_url))];
    if (there !== now) report.changed.push(`media ${medium.id} ${oldFiles[0]} has the file ${textOf(here.source_url)}`);
  },
});

/** Saves a file of the old site, and removes it after its use: a large one does not fit into memory. */
const throughFile = async <Result>(
  old: OldSite,
  url: string,
  type: string,
  use: (file: Blob) => Promise<Result>,
): Promise<Result> => {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-move-'));
  try {
    const file = join(folder, 'file');
    await old.save(url, file);
    return await use(await openAsBlob(file, { type }));
  } finally {
    await rm(folder, { recursive: true });
  }
};

const fileName = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

/** Returns the address of the file of a medium. @throws OldSiteError if it has none */
const fileOf = (medium: OldRecord, old: OldSite): URL => {
  const written = originalOf(medium);
  const url = written === '' ? null : URL.parse(written, `${old.address}/`);
  if (url === null) throw new OldSiteError(`source_url “${written}”`, 0, 'no address of a file', '');
  return url;
};

/** Returns the address of the file that was uploaded, before it was made smaller. */
const originalOf = ({ source_url: shown, media_details: details }: OldRecord): string => {
  const original = typeof details === 'object' && details !== null && 'original_image' in details;
  const name = original ? textOf(details.original_image) : '';
  const address = textOf(shown);
  return name === '' ? address : address.slice(0, address.lastIndexOf('/') + 1) + name;
};

interface Revision {
  readonly id: number;
  readonly author: number;
  readonly modified_gmt: string;
  readonly slug: string;
  readonly title: unknown;
  readonly content: unknown;
  readonly excerpt: unknown;
}

/** Returns the steps of posts and pages: their revisions are written first, the oldest before the others. */
export const postSteps = (ports: MovePorts, { path }: { readonly path: string }): KindSteps => {
  const { site, old, references, mode } = ports;
  const revisionsOf = async (post: OldRecord): Promise<readonly Revision[]> => {
    if (revisionCount(post) === 0) return [];
    const all: Revision[] = [];
    const list = old.pages<Revision>(`${path}/${post.id}/revisions`, PAGE_SIZE, { context: 'edit', orderby: 'date' });
    for await (const { body } of list) all.push(...body);
    return all.filter(({ slug }) => !slug.includes('autosave')).toSorted((one, other) => one.id - other.id);
  };
  const textsOf = (revision: Revision): object => ({
    title: rawOf(revision.title),
    content: references.text(rawOf(revision.content)),
    excerpt: references.text(rawOf(revision.excerpt)),
  });
  const write = (record: NewRecord, body: object, moved: object): Promise<NewRecord> =>
    site.request('POST', `${path}/${record.id}`, body, undefined, movedHeaders(old.address, moved));
  const complete = async ({ old: post, converted, record, revision }: RecordMove): Promise<CompleteRecord> => {
    const missing = (await revisionsOf(post)).filter(({ id }) => id > revision);
    let newest = revision;
    for (const each of missing) {
      const author = references.idOf('users', each.author) ?? 0;
      const named = { modified: `${each.modified_gmt}Z`, author, revision: mode === 'kept' ? each.id : 0 };
      await write(record, textsOf(each), named).catch((error: unknown) => {
        // an interrupted run has written it
        if (!(error instanceof RefusedError && error.code === 'rest_id_taken')) throw error;
      });
      newest = each.id;
    }
    const last = missing.length === 0 ? record : await write(record, converted.body, converted.moved);
    return { record: last, revision: newest };
  };
  return { complete };
};

const historyLinks = z.object({ 'version-history': z.array(z.object({ count: z.number() })).min(1) });

/** Returns the number of revisions that the links of a post tell. */
const revisionCount = ({ _links: links }: OldRecord): number =>
  historyLinks.safeParse(links).data?.['version-history'][0]?.count ?? 0;

interface EventFlags {
  readonly id: number;
  readonly featured?: boolean;
  readonly sticky?: boolean;
  readonly hide_from_listings?: boolean;
}

const NO_FLAGS = { featured: false, sticky: false, hide_from_listings: false };

/** Returns the steps of events: some flags are only in the calendar's own routes, in pages of at most 50. */
export const eventSteps = ({ site, old, report }: MovePorts): KindSteps => {
  let isShown = true;
  const flagsOf = async (ids: readonly number[], { lang }: OldLanguage): Promise<readonly EventFlags[]> => {
    const query = {
      include: ids.join(','),
      per_page: String(EVENTS_OF_PAGE),
      start_date: '1970-01-01',
      end_date: '2200-01-01',
      status: 'publish,future,draft,pending,private',
      ...(lang !== undefined && { lang }),
    };
    return (await old.get<{ readonly events: readonly EventFlags[] }>('/cal/events/v1/events', query)).body.events;
  };
  return {
    enrich: async (page, language) => {
      const flags = new Map<number, object>();
      for (let at = 0; isShown && at < page.length; at += EVENTS_OF_PAGE) {
        const ids = page.slice(at, at + EVENTS_OF_PAGE).map(({ id }) => id);
        try {
          for (const { id, featured = false, sticky = false, hide_from_listings = false } of await flagsOf(
            ids,
            language,
          ))
            flags.set(id, { featured, sticky, hide_from_listings });
        } catch (error) {
          if (!(error instanceof OldSiteError)) throw error;
          isShown = false;
          report.left.push(`flags of events: ${error.message}`);
        }
      }
      return page.map((event) => ({ ...event, [FLAGS]: flags.get(event.id) ?? NO_FLAGS }));
    },
    complete: async ({ converted: { flags = NO_FLAGS, moved }, record, revision, isNew }) => {
      const isPlain = Object.values(flags).every((flag) => flag === false);
      if (isPlain && isNew) return { record, revision };
      await site.request(
        'POST',
        `/cal/events/v1/events/${record.id}`,
        flags,
        undefined,
        movedHeaders(old.address, moved),
      );
      const path = `${MOVE_KINDS.events.path}/${record.id}?context=edit`;
      return { record: await site.request<NewRecord>('GET', path), revision };
    },
  };
};

/**
 * Returns the steps of menus. Only the last run lets menus grow by themselves: until then each new page of the old site
 * brings its own item. Here one menu serves all languages: those of other languages than the default one are at no place.
 */
export const menuSteps = (isFinal: boolean): KindSteps => ({
  enrich: async (page, { lang }) =>
    page.map((menu) => ({
      ...menu,
      auto_add: isFinal && lang === undefined && menu.auto_add === true,
      ...(lang !== undefined && { [MENU_LANGUAGE]: lang }),
    })),
});
