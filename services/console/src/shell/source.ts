import { HttpError, type Identifier } from 'react-admin';
import { type Row, request } from './client.ts';

/** A page of a list. */
export interface ListQuery {
  readonly page: number;
  readonly perPage: number;
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' };
  readonly filter: Readonly<Record<string, unknown>>;
}

export interface ListAnswer {
  readonly data: Row[];
  readonly total: number;
}

/** The records of one table: how they are read and written through the interface. */
export interface Source {
  /** The path of the list in the interface: `/core/v2/posts`. */
  readonly path: string;
  list(query: ListQuery): Promise<ListAnswer>;
  one(id: Identifier): Promise<Row>;
  many?(ids: readonly Identifier[]): Promise<Row[]>;
  create?(data: Row): Promise<Row>;
  /**
   * Changes a record that nobody has changed since it was read.
   * @param data the changed members
   * @param base the record as it was read
   * @throws HttpError 412 if someone else has changed it
   */
  update?(id: Identifier, data: Row, base: Row): Promise<Row>;
  remove?(id: Identifier): Promise<void>;
}

/**
 * Refuses a change of members that someone else has changed; for records without an ETag.
 * @throws HttpError 412
 */
export const refuseIfChanged = (present: Row, base: Row, changes: Row): void => {
  const isChanged = (name: string) => JSON.stringify(present[name]) !== JSON.stringify(base[name]);
  if (Object.keys(changes).some(isChanged)) throw new HttpError('Someone else changed this record.', 412);
};

export interface RestTable {
  /** The path of the list in the interface: `/core/v2/posts`. */
  readonly path: string;
  /** True if the path leads to the only record. */
  readonly isSingle?: true;
  /** The member of the answer that holds the records; by default the answer is the list. */
  readonly member?: string;
  /** The arguments that every request has. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Arguments of requests for lists alone. */
  readonly listQuery?: Readonly<Record<string, unknown>>;
  /** Changes the form of a record as it arrives. */
  readonly read?: (record: Row) => Row;
  /** Changes the form of a record as it is sent. */
  readonly write?: (data: Row) => object;
  /** False if lists take no `orderby` and `order`. */
  readonly hasOrder?: false;
  /** The arguments of `DELETE`. */
  readonly removal?: Readonly<Record<string, unknown>>;
}

const totalOf = (headers: Headers, body: Row, found: number): number =>
  Number(headers.get('x-core-total') ?? headers.get('x-cal-total') ?? body.total ?? found);

/** Returns the source of a table of the interface: `page`, `per_page`, `orderby`, `order` and filters as arguments. */
export const restSource = (table: RestTable): Source => {
  const { path, member, query = {}, listQuery, read = (record) => record, write = (data) => data } = table;
  const recordsOf = (body: Row): Row[] => (member === undefined ? body : body[member]).map(read);
  const at = (id: Identifier): string => (table.isSingle ? path : `${path}/${id}`);
  const list = async ({ page, perPage, sort, filter }: ListQuery): Promise<ListAnswer> => {
    const order = table.hasOrder ?? { orderby: sort.field, order: sort.order.toLowerCase() };
    const asked = { page, per_page: perPage, ...(order || {}), ...query, ...listQuery, ...filter };
    try {
      const { data, headers } = await request('GET', path, { query: asked });
      const records = recordsOf(data);
      return { data: records, total: totalOf(headers, data, records.length) };
    } catch (error) {
      // a page beyond the last one
      if (error instanceof HttpError && error.status === 404) return { data: [], total: 0 };
      throw error;
    }
  };
  const one = async (id: Identifier): Promise<Row> => {
    const { data, headers } = await request('GET', at(id), { query });
    return { ...read(data), etag: headers.get('etag') };
  };
  return {
    path,
    list,
    one,
    many: async (ids) => {
      const sort = { field: 'id', order: 'ASC' } as const;
      const { data } = await list({ page: 1, perPage: 100, sort, filter: { include: ids } });
      // a list leaves out records in other languages than that of the request
      const others = ids.filter((id) => !data.some((record) => record.id === id)).map(one);
      const found = await Promise.allSettled(others);
      return [...data, ...found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))];
    },
    create: async (data) => read((await request('POST', path, { query, body: write(data) })).data),
    update: async (id, data, { etag }) => {
      const headers: Record<string, string> = etag ? { 'if-match': etag } : {};
      const answer = await request('PATCH', at(id), { query, body: write(data), headers });
      return { ...read(answer.data), etag: answer.headers.get('etag') };
    },
    remove: async (id) => {
      await request('DELETE', at(id), { query: { ...query, ...table.removal } });
    },
  };
};
