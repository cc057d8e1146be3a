import { RefusedError, type SiteClient } from '../import/siteClient.ts';
import { type MovePorts, movedHeaders, type NewRecord } from './kindMover.ts';
import { digestOf } from './marks.ts';
import type { MoveKind, OldRecord } from './moveKinds.ts';
import { type OldSite, OldSiteError } from './oldSite.ts';

interface Items {
  readonly items: readonly NewRecord[];
  readonly total: number | string;
}

/** Paths here by the paths on the old site, with the record that has them. */
export type FormerAddresses = Map<string, { readonly to: string; readonly id: number; readonly kind: string }>;

export interface RedirectKind {
  readonly name: 'group' | 'redirect';
  /** Members that are moved. */
  readonly members: readonly string[];
  /** Members of a new record only: they change with every visit. */
  readonly first: readonly string[];
}

export const GROUPS: RedirectKind = { name: 'group', members: ['name', 'moduleId'], first: [] };
export const RULES: RedirectKind = {
  name: 'redirect',
  members: [
    ...['url', 'match_type', 'match_data', 'action_type', 'action_code', 'action_data', 'group_id', 'title'],
    ...['position', 'regex', 'enabled'],
  ],
  first: ['hits'],
};

const PAGE_SIZE = 200;
const FORMER = 'former';
const FORMER_GROUP = 'Former addresses';

/** Moves groups and rules of redirects. A site without redirects is reported. */
export const moveRedirects = async (ports: MovePorts): Promise<void> => {
  for (const kind of [GROUPS, RULES]) {
    try {
      await moveAll(kind, ports);
    } catch (error) {
      if (!(error instanceof OldSiteError)) throw error;
      ports.report.left.push(`${kind.name}s: ${error.message}`);
    }
  }
};

const moveAll = async (kind: RedirectKind, ports: MovePorts): Promise<void> => {
  const { old, course, onProgress } = ports;
  const here = await readHere(kind, ports);
  const seen = new Set<number>();
  for await (const { items, total } of oldItems(kind, old)) {
    for (const item of items) {
      if (course.stopped !== undefined) return;
      seen.add(item.id);
      await moveOne(kind, ports, item, here);
      onProgress(`${kind.name}s`, seen.size, Number(total));
    }
  }
  await removeDeleted(kind, ports, { seen, here });
};

/** Yields the groups or rules of the old site, page by page. @throws OldSiteError */
export async function* oldItems({ name }: Pick<RedirectKind, 'name'>, old: OldSite): AsyncGenerator<Items> {
  for (let page = 0; ; page++) {
    const query = { per_page: String(PAGE_SIZE), page: String(page), orderby: 'id', direction: 'asc' };
    const { body } = await old.get<Items>(`/redirection/v1/${name}`, query);
    yield body;
    if (body.items.length < PAGE_SIZE) return;
  }
}

/** Returns the groups or rules of this site by their ids. */
export const readHere = async (
  { name }: Pick<RedirectKind, 'name'>,
  { site }: { readonly site: SiteClient },
): Promise<Map<number, NewRecord>> => {
  const here = new Map<number, NewRecord>();
  for (let page = 0; ; page++) {
    const address = `/redirection/v1/${name}?per_page=${PAGE_SIZE}&page=${page}&orderby=id&direction=asc`;
    const { items } = await site.request<Items>('GET', address);
    for (const item of items) here.set(item.id, item);
    if (items.length < PAGE_SIZE) return here;
  }
};

const stateOf = ({ members }: RedirectKind, item: NewRecord | undefined): string =>
  digestOf(members.map((name) => item?.[name] ?? null));

/** Returns a member whose texts name the new site. */
const translated = (value: unknown, { references }: MovePorts): unknown => {
  if (typeof value === 'string') return references.text(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, typeof each === 'string' ? references.text(each) : each]),
  );
};

const bodyOf = (kind: RedirectKind, item: OldRecord, ports: MovePorts): Record<string, unknown> => {
  const members = kind.members.filter((name) => item[name] !== undefined);
  const body: Record<string, unknown> = Object.fromEntries(
    members.map((name) => [name, translated(item[name], ports)]),
  );
  if (kind.name === 'group') body.moduleId = item.module_id;
  else body.group_id = ports.references.idOf('group', item.group_id) ?? item.group_id;
  return body;
};

const moveOne = async (
  kind: RedirectKind,
  ports: MovePorts,
  item: OldRecord,
  here: Map<number, NewRecord>,
): Promise<void> => {
  const { marks, report, isDryRun } = ports;
  const { name } = kind;
  const body = bodyOf(kind, item, ports);
  const sent = digestOf(body);
  const mark = marks.get(name, item.id);
  const current = mark && here.get(mark.id);
  if (mark !== undefined && mark.stored !== stateOf(kind, current)) {
    report.count(`${name}s`, 'kept');
    report.kept.push(`${name} ${item.id} ${String(item.url ?? item.name)}`);
    return;
  }
  if (mark?.sent === sent) return report.count(`${name}s`, 'unchanged');
  report.count(`${name}s`, mark === undefined ? 'created' : 'updated');
  if (isDryRun) return;
  try {
    const made = await write(kind, ports, { item, body, here, id: mark?.id });
    here.set(made.id, made);
    await marks.set(name, item.id, { id: made.id, sent, stored: stateOf(kind, made), revision: 0 });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    report.count(`${name}s`, 'failed');
    report.failed.push(`${name} ${item.id} ${String(item.url ?? item.name)}: ${error.message}`);
  }
};

interface Write {
  readonly item: OldRecord;
  readonly body: Readonly<Record<string, unknown>>;
  readonly here: ReadonlyMap<number, NewRecord>;
  /** The id here; undefined for a new one. */
  readonly id: number | undefined;
}

const write = async (kind: RedirectKind, ports: MovePorts, { item, body, here, id }: Write): Promise<NewRecord> => {
  const { site, old, mode } = ports;
  const path = `/redirection/v1/${kind.name}`;
  const known = id ?? takenBy(kind, ports, { item, body, here });
  if (known !== undefined) {
    const path = `/redirection/v1/${kind.name}/${known}`;
    const answer = await site.request<{ readonly item: NewRecord }>(
      'POST',
      path,
      body,
      undefined,
      movedHeaders(old.address),
    );
    return answer.item;
  }
  const first = Object.fromEntries(kind.first.map((name) => [name, item[name]]));
  const headers = movedHeaders(old.address, mode === 'kept' ? { id: item.id } : {});
  const newest = '?orderby=id&direction=desc&per_page=200';
  const { items } = await site.request<Items>('POST', path + newest, { ...body, ...first }, undefined, headers);
  const made = items.find((each) => (mode === 'kept' ? each.id === item.id : !here.has(each.id)));
  if (made !== undefined) return made;
  const after = await readHere(kind, ports);
  const found = [...after.values()].find((each) => (mode === 'kept' ? each.id === item.id : !here.has(each.id)));
  if (found === undefined) throw new Error(`the site has not shown the new ${kind.name} ${item.id}`);
  return found;
};

/** Members by which a rule of an interrupted run is found, which has no mark yet. */
const NAMING = ['url', 'match_type', 'action_type', 'action_code', 'group_id', 'regex'];

/** Returns the record of this site that is the same: by its id where ids are kept, else a group by its name. */
const takenBy = (
  { name }: RedirectKind,
  { mode, marks }: MovePorts,
  { item, body, here }: Pick<Write, 'item' | 'body' | 'here'>,
): number | undefined => {
  if (mode === 'kept') return here.has(item.id) ? item.id : undefined;
  if (name === 'group') return [...here.values()].find((group) => group.name === item.name)?.id;
  const marked = new Set(marks.idsOf(name).map((oldId) => marks.get(name, oldId)?.id));
  const named = (rule: object): string => digestOf(NAMING.map((each) => new Map(Object.entries(rule)).get(each)));
  const rules = [...here.values()].filter(({ id, url }) => url === body.url && !marked.has(id));
  return rules.find((rule) => named(rule) === named(body))?.id;
};

const removeDeleted = async (
  kind: RedirectKind,
  { marks, report, site, old, isDryRun }: MovePorts,
  { seen, here }: { readonly seen: ReadonlySet<number>; readonly here: ReadonlyMap<number, NewRecord> },
): Promise<void> => {
  for (const oldId of marks.idsOf(kind.name)) {
    const mark = marks.get(kind.name, oldId);
    if (mark === undefined || mark.sent === '' || seen.has(oldId)) continue;
    if (here.has(mark.id)) {
      report.count(`${kind.name}s`, 'removed');
      if (isDryRun) continue;
      const path = `/redirection/v1/bulk/${kind.name}/delete`;
      await site.request('POST', path, { items: [mark.id] }, undefined, movedHeaders(old.address));
    }
    if (!isDryRun) await marks.set(kind.name, oldId, { ...mark, sent: '', stored: stateOf(kind, undefined) });
  }
};

const pathOf = (address: unknown): string => (typeof address === 'string' ? (URL.parse(address)?.pathname ?? '') : '');

/** Notes the path of a published record on the old site, if it is another one here. */
export const noteFormer = (
  former: FormerAddresses,
  { name: kind }: MoveKind,
  old: OldRecord,
  here: NewRecord,
): void => {
  const [from, to] = [pathOf(old.link), pathOf(here.link)];
  if (old.status === 'publish' && from !== '' && to !== '' && from !== to) former.set(from, { to, id: old.id, kind });
};

/** Redirects former paths of records to those here. */
export const redirectFormer = async (ports: MovePorts, former: FormerAddresses): Promise<void> => {
  const { marks, site, report, old, isDryRun } = ports;
  if (former.size === 0) return;
  const groups = await readHere(GROUPS, ports);
  const rules = [...(await readHere(RULES, ports)).values()];
  let group = [...groups.values()].find(({ name }) => name === FORMER_GROUP)?.id;
  for (const [from, { to, id, kind }] of former) {
    const [sent, mark] = [digestOf([from, to]), marks.get(`${FORMER}-${kind}`, id)];
    if (mark?.sent === sent) continue;
    report.count('former addresses', 'created');
    if (isDryRun) continue;
    group ??= await createGroup(ports, groups);
    const rule = { url: from, action_data: { url: to }, action_type: 'url', action_code: 301, group_id: group };
    const headers = movedHeaders(old.address);
    // an interrupted run has written it
    const isHere = rules.some((each) => each.url === from && each.group_id === group);
    if (!isHere)
      await site.request('POST', '/redirection/v1/redirect', { ...rule, match_type: 'url' }, undefined, headers);
    await marks.set(`${FORMER}-${kind}`, id, { id: group, sent, stored: '', revision: 0 });
  }
};

const createGroup = async (ports: MovePorts, before: ReadonlyMap<number, NewRecord>): Promise<number> => {
  const body = { name: FORMER_GROUP, moduleId: 1 };
  await ports.site.request('POST', '/redirection/v1/group', body, undefined, movedHeaders(ports.old.address));
  const made = [...(await readHere(GROUPS, ports)).keys()].find((id) => !before.has(id));
  if (made === undefined) throw new Error('the site has not shown the group of former addresses');
  return made;
};
