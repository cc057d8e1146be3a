import type { DataProvider, Identifier } from 'react-admin';
import { rooms } from '../rooms/rooms.ts';
import type { Row } from './client.ts';
import type { Source } from './source.ts';

let sources: ReadonlyMap<string, Source> | undefined;

/** Returns the source of a table by the name of its resource. Rooms, whose forms use it, are loaded before its first call. */
export const sourceOf = (resource: string): Source => {
  sources ??= new Map(
    rooms.flatMap(({ entries }) => entries.flatMap(({ path, source }) => (source ? [[path, source] as const] : []))),
  );
  const source = sources.get(resource);
  if (source === undefined) throw new Error(`There is no table ${resource}.`);
  return source;
};

const needed = <Operation>(operation: Operation | undefined, resource: string): Operation => {
  if (operation === undefined) throw new Error(`The table ${resource} does not allow this operation.`);
  return operation;
};

const FIRST = { page: 1, perPage: 25 };

/** Reads and writes each table through the source of its room. */
export const dataProvider: DataProvider = {
  getList: (resource, { pagination = FIRST, sort = { field: 'id', order: 'ASC' }, filter }) =>
    sourceOf(resource).list({ ...pagination, sort, filter: filter ?? {} }),
  getOne: async (resource, { id }) => ({ data: await sourceOf(resource).one(id) }),
  getMany: async (resource, { ids }) => {
    const source = sourceOf(resource);
    const data = source.many ? await source.many(ids) : await Promise.all(ids.map((id: Identifier) => source.one(id)));
    return { data };
  },
  getManyReference: (resource, { target, id, pagination, sort, filter }) =>
    sourceOf(resource).list({ ...pagination, sort, filter: { ...filter, [target]: id } }),
  create: async (resource, { data }) => ({ data: await needed(sourceOf(resource).create, resource)(data) }),
  update: async (resource, { id, data, previousData }) => ({
    data: await needed(sourceOf(resource).update, resource)(id, data, previousData),
  }),
  // lists change several records by `BulkAction`
  updateMany: (resource) => Promise.reject(new Error(`The table ${resource} does not allow this operation.`)),
  delete: async (resource, { id, previousData }) => {
    await needed(sourceOf(resource).remove, resource)(id);
    const data: Row = previousData ?? { id };
    return { data };
  },
  deleteMany: async (resource, { ids }) => {
    const remove = needed(sourceOf(resource).remove, resource);
    for (const id of ids) await remove(id);
    return { data: ids };
  },
};
