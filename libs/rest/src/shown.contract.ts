import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SpecAnswer } from './askService.ts';

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/**
 * Compares a service's output with a recorded file of the repository.
 * `UPDATE_SHOWN=1` rewrites the file, so that its diff shows a lost member, an unknown CSS class or a wrong number.
 * @param shown text, or a value stored as JSON; it must be the same each time, except for UUIDs
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

/** Headers with further facts: totals, links to adjacent pages, allowed methods. */
const TOLD = /^(?:x-cal-|x-core-|link$|allow$|content-language$)/;

/** Tests each answer by its name: a file of the folder records its status, its headers and its body. */
export const showsAnswers = (
  folder: string,
  names: readonly string[],
  ask: (name: string) => Promise<SpecAnswer>,
): void => {
  it.each(names)('have the recorded form: %s', async (name) => {
    const { status, headers, body } = await ask(name);
    const told = Object.fromEntries([...headers].filter(([header]) => TOLD.test(header)));
    expectShown(join(folder, `${name}.json`), { status, headers: told, body });
  });
};

/** The records of a page, and their total number. */
export interface FoundRecords {
  readonly records: readonly { readonly id: number | string }[];
  readonly total: number | string | null;
}

/** Compares the ids that a list finds by each query, in order, with a recorded file of the folder. */
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
