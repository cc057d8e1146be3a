import type { Db, Document } from 'mongodb';

/** All documents of a database by collection, as MongoDB's own tools would dump them. */
export type Dump = ReadonlyMap<string, readonly Document[]>;

export const dump = async (database: Db): Promise<Dump> => {
  const names = (await database.listCollections().toArray()).map(({ name }) => name);
  const found = await Promise.all(
    names.map(async (name) => [name, await database.collection(name).find().toArray()] as const),
  );
  return new Map(found);
};

/** Replaces the content of a database with a dump; does not restore indexes. */
export const restore = async (database: Db, documents: Dump): Promise<void> => {
  for (const { name } of await database.listCollections().toArray()) await database.collection(name).drop();
  for (const [name, held] of documents) if (held.length > 0) await database.collection(name).insertMany([...held]);
};

/** Returns the collections of a database that contain a text, ignoring case. */
export const textsIn = async (database: Db, text: string): Promise<string[]> => {
  const holds = (document: Document): boolean => JSON.stringify(document).toLowerCase().includes(text.toLowerCase());
  return [...(await dump(database))].filter(([, held]) => held.some(holds)).map(([name]) => name);
};
