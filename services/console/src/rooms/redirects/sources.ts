import { HttpError } from 'react-admin';
import { type Row, request } from '../../shell/client.ts';
import { type ListAnswer, type ListQuery, refuseIfChanged, type Source } from '../../shell/source.ts';

const ROOT = '/redirection/v1';

/** Reads a page of a list of redirection, whose pages are counted from 0 and whose filters are one argument. */
const readPage = async (
  path: string,
  { page, perPage, sort, filter }: ListQuery,
  more: Readonly<Record<string, unknown>> = {},
): Promise<ListAnswer> => {
  const filters = Object.entries(filter).map(([name, value]) => [`filterBy[${name}]`, value]);
  const order = { orderby: sort.field, direction: sort.order.toLowerCase() };
  const query = { page: page - 1, per_page: perPage, ...order, ...more, ...Object.fromEntries(filters) };
  const { data } = await request('GET', ROOT + path, { query });
  return { data: data.items, total: data.total };
};

interface WritableKind {
  /** `/redirect` */
  readonly path: string;
  readonly read: (record: Row) => Row;
  readonly write: (data: Row) => object;
}

/** Acts on several records at once. */
export const actOn = (kind: 'redirect' | 'group' | 'log' | '404', action: string, body: object): Promise<unknown> =>
  request('POST', `${ROOT}/bulk/${kind}/${action}`, { body });

const writable = (kind: 'redirect' | 'group', { path, read, write }: WritableKind): Source => {
  const list = async (query: ListQuery): Promise<ListAnswer> => {
    const { data, total } = await readPage(path, query);
    return { data: data.map(read), total };
  };
  /** The interface has no route that reads one record. */
  const one = async (id: string | number): Promise<Row> => {
    const sort = { field: 'id', order: 'DESC' } as const;
    const filter = kind === 'redirect' ? { id } : {};
    const { data } = await list({ page: 1, perPage: 200, sort, filter });
    const found = data.find((record) => record.id === Number(id));
    if (found === undefined) throw new HttpError('It no longer exists.', 404);
    return found;
  };
  return {
    path: ROOT + path,
    list,
    one,
    many: async (ids) => Promise.all(ids.map(one)),
    create: async (sent) => {
      const query = { orderby: 'id', direction: 'desc', per_page: 5 };
      const { data } = await request('POST', ROOT + path, { query, body: write(sent) });
      return { ...read(data.items[0]), warnings: data.warnings };
    },
    update: async (id, sent, base) => {
      refuseIfChanged(await one(id), base, sent);
      const { data } = await request('POST', `${ROOT}${path}/${id}`, { body: write({ ...base, ...sent }) });
      return { ...read(data.item), warnings: data.warnings };
    },
    remove: async (id) => {
      await actOn(kind, 'delete', { items: [id] });
    },
  };
};

/** True for a rule that redirects every visit of its address to one target, the kind that the form edits. */
const isPlain = ({ match_type, action_type }: Row): boolean =>
  match_type === 'url' && (action_type === 'url' || action_type === 'error');

/** Redirect rules. A rule with a condition keeps the members that the form does not show. */
export const rules: Source = writable('redirect', {
  path: '/redirect',
  read: (rule) => ({
    ...rule,
    target: rule.action_data?.url ?? '',
    isPlain: isPlain(rule),
    state: rule.enabled ? 'enabled' : 'disabled',
  }),
  write: ({ url, title, group_id, match_data, action_code, target, isPlain: plain = true }) => {
    const shared = { url, title: title ?? '', group_id, match_data };
    if (!plain) return shared;
    const isError = action_code >= 400;
    return {
      ...shared,
      match_type: 'url',
      action_type: isError ? 'error' : 'url',
      action_code,
      action_data: isError ? null : { url: target },
    };
  },
});

/** Groups of rules. */
export const groups: Source = writable('group', {
  path: '/group',
  read: (group) => group,
  write: ({ name, module_id }) => ({ name, moduleId: module_id }),
});

const readOnly = (path: string, kind: 'log' | '404', more: Readonly<Record<string, unknown>> = {}): Source => ({
  path: ROOT + path,
  list: async (query) => {
    const { data, total } = await readPage(path, query, more);
    // values that are counted stand for their records
    return { data: data.map((record) => ({ ...record, id: 'groupBy' in more ? record.url : record.id })), total };
  },
  one: async (id) => ({ id }),
  remove: async (id) => {
    await actOn(kind, 'delete', { items: [id], ...more });
  },
});

/** Visits that were redirected. */
export const visits: Source = readOnly('/log', 'log');

/** Addresses without a page or a rule, with the number of visits. */
export const missing: Source = readOnly('/404', '404', { groupBy: 'url', unanswered: true });
