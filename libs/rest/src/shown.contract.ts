import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SpecAnswer } from './askService.ts';

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/**
 * Compares what a service shows with what it always showed, as a file of the repository holds it. With `UPDATE_SHOWN=1`
 * the file is written anew, for its difference to be read: a lost member, a class that no stylesheet knows, a number that
 * is one off.
 * @param shown text, or a value to be kept as JSON; it has to be the same each time, but for UUIDs
 */
export const expectShown = (file: string, shown: unknown): void => {
  const text = typeof shown === 'string' ? shown : `${JSON.stringify(shown, null, 2)}\n`;
  const stable = text.replaceAll(UUID, '00000000-0000-4000-8000-000000000000');
  if (process.env.UPDATE_SHOWN === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, stable);
  }
  expect(stable).toBe(
    existsSync(file) ? readFileSync(file, 'utf8') : 'a file that is not there: run with UPDATE_SHOWN=1',
  );
};

/** Headers that say what else there is: totals, the pages beside one, what may be done. */
const TOLD = /^(?:x-cal-|x-core-|link$|allow$|content-language$)/;

/** A test of each answer, by its name: a file of the folder holds its status, what its headers tell, and its body. */
export const showsAnswers = (
  folder: string,
  names: readonly string[],
  ask: (name: string) => Promise<SpecAnswer>,
): void => {
  it.each(names)('show what they always showed: %s', async (name) => {
    const { status, headers, body } = await ask(name);
    const told = Object.fromEntries([...headers].filter(([header]) => TOLD.test(header)));
    expectShown(join(folder, `${name}.json`), { status, headers: told, body });
  });
};

/** The records of a page, and how many there are in all. */
export interface FoundRecords {
  readonly records: readonly { readonly id: number | string }[];
  readonly total: number | string | null;
}

/** Which records a list finds by each query, and in which order: a file of the folder holds their ids. */
export const expectFound = async (
  file: string,
  queries: readonly string[],
  ask: (query: string) => Promise<FoundRecords>,
): Promise<void> => {
  const found: Record<string, string> = {};
  for (const query of queries) {
    const { records, total } = await ask(query);
    found[query] = `${records.map(({ id }) => id).join(' ')} of ${total}`;
  }
  expectShown(file, found);
};
