import { ConfigurationError } from '@almanac/service';
import { hasSample } from '../all-in-one/sample/loadSample.ts';
import { type Course, createCourse } from '../import/course.ts';
import type { UploadingClient } from '../import/siteClient.ts';
import type { LanguageSettings } from '../import/siteLanguages.ts';
import { withoutEndSlashes } from '../import/wxr/exportLinks.ts';
import { KindMover, type KindSteps, type MovePorts } from './kindMover.ts';
import { eventSteps, folded, mediaSteps, menuSteps, postSteps, userSteps } from './kindSteps.ts';
import { Marks } from './marks.ts';
import { MOVE_KINDS, type MoveKind, type OldRecord } from './moveKinds.ts';
import { type FormerAddresses, moveRedirects, noteFormer, redirectFormer } from './moveRedirects.ts';
import { MoveReport } from './moveReport.ts';
import { moveSettings } from './moveSettings.ts';
import { readOldLanguages } from './oldLanguages.ts';
import { queryIn } from './oldRecords.ts';
import { type OldSite, OldSiteError } from './oldSite.ts';
import { type IdMode, References } from './references.ts';

export interface MoveSiteOptions {
  readonly old: OldSite;
  readonly site: UploadingClient;
  /** The number of concurrent requests to this site. */
  readonly width: number;
  /** True to count only, and to write nothing. */
  readonly isDryRun: boolean;
  /** True to redirect former addresses of posts, pages and calendar records too. */
  readonly isFinal?: boolean;
  readonly course?: Course;
  readonly onProgress?: MovePorts['onProgress'];
}

interface SiteSettings extends LanguageSettings {
  readonly url: string;
  readonly reserved_ids: number;
}

/** The kind of the mark that says whether ids are kept. */
const MODE = 'mode';

/** Ids that stay free for records that the old site still gets. */
const RESERVE = 10_000;
const PAGE_SIZE = 100;

/** Copies a site of the other system. A repeated run changes what changed there since, and nothing else. */
export const moveSite = async (options: MoveSiteOptions): Promise<MoveReport> => {
  const { old, site, width, isDryRun, course = createCourse(), onProgress = () => undefined } = options;
  const marks = new Marks(site, new URL(old.address).host);
  await marks.read();
  const settings = await site.request<SiteSettings>('GET', '/core/v2/settings');
  const languages = await readOldLanguages(old, settings);
  const mode = await modeOf(options, marks);
  const newSite = withoutEndSlashes(settings.url);
  const references = new References({ marks, mode, oldSite: old.address, newSite });
  const report = new MoveReport();
  const ports: MovePorts = {
    old,
    site,
    marks,
    references,
    mode,
    report,
    course,
    width,
    isDryRun,
    languages,
    onProgress,
  };
  if (mode === 'kept' && !isDryRun) await reserveIds(ports, settings);
  await moveSettings(ports);
  const former: FormerAddresses = new Map();
  const movers = (await passes(ports, former, options.isFinal === true)).map(
    ([kind, steps]) => new KindMover(kind, ports, steps),
  );
  for (const mover of movers) if (course.stopped === undefined) await mover.run();
  for (const mover of movers) if (course.stopped === undefined) await mover.complete();
  if (course.stopped === undefined) await moveRedirects(ports);
  if (course.stopped === undefined && options.isFinal) await redirectFormer(ports, former);
  return report;
};

const passes = async (
  ports: MovePorts,
  former: FormerAddresses,
  isFinal: boolean,
): Promise<readonly (readonly [MoveKind, KindSteps])[]> => {
  const {
    users,
    categories,
    tags,
    eventCategories,
    media,
    pages,
    posts,
    comments,
    venues,
    organizers,
    events,
    menus,
    menuItems,
  } = MOVE_KINDS;
  const noted = (kind: MoveKind, steps: KindSteps = {}): readonly [MoveKind, KindSteps] => [
    kind,
    { ...steps, note: (old, here) => noteFormer(former, kind, old, here) },
  ];
  return [
    [users, await userSteps(ports)],
    [categories, {}],
    [tags, {}],
    [eventCategories, {}],
    [media, mediaSteps(ports)],
    noted(pages, postSteps(ports, pages)),
    noted(posts, postSteps(ports, posts)),
    [comments, {}],
    noted(venues),
    noted(organizers),
    noted(events, eventSteps(ports)),
    [menus, menuSteps(isFinal)],
    [menuItems, {}],
  ];
};

/**
 * Returns whether ids are kept: on a site that was empty at the first run.
 * @throws ConfigurationError for a site with the sample, and for an administrator with the id of another user
 */
const modeOf = async ({ old, site, isDryRun }: MoveSiteOptions, marks: Marks): Promise<IdMode> => {
  const known = marks.get(MODE, 1);
  if (known !== undefined) return known.sent === 'kept' ? 'kept' : 'mapped';
  if (await hasSample(site))
    throw new ConfigurationError(
      'The new site has the sample of a first start. Start a new one with a site file (SITE_FILE) and an empty data folder, or delete the sample permanently.',
    );
  const mode = (await isEmpty(site)) ? 'kept' : 'mapped';
  if (mode === 'kept') await requireFreeId({ old, site });
  if (!isDryRun) await marks.set(MODE, 1, { id: 1, sent: mode, stored: '', revision: 0 });
  return mode;
};

/** True for a site with nothing but its first administrator and its first category. */
const isEmpty = async (site: UploadingClient): Promise<boolean> => {
  for (const { name, path, lists } of Object.values(MOVE_KINDS)) {
    const most = name === 'users' || name === 'categories' ? 1 : 0;
    let found = 0;
    for (const list of lists) found += (await site.request<unknown[]>('GET', `${path}?${list}&per_page=2`)).length;
    if (found > most) return false;
  }
  return true;
};

/**
 * Requires that the administrator of an empty site has the id of the same account of the old site, or one above them.
 * @throws ConfigurationError that names the id
 */
const requireFreeId = async ({ old, site }: Pick<MoveSiteOptions, 'old' | 'site'>): Promise<void> => {
  const [administrator] = await site.request<OldRecord[]>('GET', '/core/v2/users?context=edit&per_page=1');
  const users = await accountsOf(old);
  if (administrator === undefined || users === undefined) return;
  const isSame = (name: string) => (user: OldRecord) => folded(user[name]) === folded(administrator[name]);
  const same = users.find(isSame('email')) ?? users.find(isSame('username'));
  const highest = Math.max(0, ...users.map(({ id }) => id));
  const isTaken = users.some(({ id }) => id === administrator.id);
  const id = same?.id ?? (isTaken ? reservedAbove(highest) + 1 : administrator.id);
  if (id === administrator.id) return;
  const reason = same === undefined ? 'which another user of the old site has' : 'but is another user of the old site';
  throw new ConfigurationError(
    `The administrator ${administrator.username} of the new site has the id ${administrator.id}, ${reason}. Start the new site with an empty data folder, and with "id": ${id} for this user in its site file (SITE_FILE). Then every record keeps its id.`,
  );
};

/** Returns the users of the old site; undefined if it does not show them. */
const accountsOf = async (old: OldSite): Promise<readonly OldRecord[] | undefined> => {
  const { path, query } = MOVE_KINDS.users;
  const fields = { ...query, _fields: 'id,email,username' };
  const users: OldRecord[] = [];
  try {
    for await (const { body } of old.pages<OldRecord>(path, PAGE_SIZE, fields)) users.push(...body);
    return users;
  } catch (error) {
    if (error instanceof OldSiteError) return undefined;
    throw error;
  }
};

const reservedAbove = (highest: number): number => Math.ceil((highest + RESERVE) / RESERVE) * RESERVE;

/** Reserves the ids of the old site, and some above them, before the first record is created here. */
const reserveIds = async (
  { old, site, languages }: MovePorts,
  { reserved_ids: reserved }: SiteSettings,
): Promise<void> => {
  let highest = 0;
  for (const kind of Object.values(MOVE_KINDS)) {
    for (const language of languages.known)
      highest = Math.max(highest, await highestId(old, kind.path, queryIn(kind, language)));
  }
  if (highest + RESERVE / 10 <= reserved) return;
  await site.request('POST', '/core/v2/settings', {
    reserved_ids: reservedAbove(highest),
  });
};

const highestId = async (old: OldSite, path: string, query: Readonly<Record<string, string>>): Promise<number> => {
  try {
    const { body } = await old.get<readonly OldRecord[]>(path, {
      ...query,
      orderby: 'id',
      order: 'desc',
      per_page: '1',
      _fields: 'id',
    });
    return body[0]?.id ?? 0;
  } catch (error) {
    if (error instanceof OldSiteError && error.status !== 0) return 0;
    throw error;
  }
};

/** Returns the address of the old site without a slash at its end. @throws ConfigurationError */
export const oldAddressOf = (address: string): string => {
  const named = /^https?:\/\//.test(address) ? address : `https://${address}`;
  if (!URL.canParse(named)) throw new ConfigurationError(`${address} is no address; try https://old.example.`);
  const { origin, pathname } = new URL(named);
  return withoutEndSlashes(origin + pathname);
};
