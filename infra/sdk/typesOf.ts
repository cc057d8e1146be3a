import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Examples of whole answers would be most of the types' text, and are in the reference. */
const withoutExamples = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (typeof value !== 'object' || value === null) return value;
  // beside a schema it is an example, elsewhere it may be a member of that name
  const members = Object.entries(value).filter(([name]) => name !== 'example' || !('schema' in value));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutExamples(member)]));
};

const GENERATOR = join(import.meta.dirname, 'node_modules/openapi-typescript/bin/cli.js');

/**
 * An OpenAPI document as TypeScript's declarations; the generator runs on the TypeScript of this folder.
 * @param folder for what it reads and writes
 */
export const typesOf = (document: unknown, folder: string): string => {
  const [from, to] = ['interface.json', 'schema.d.ts'].map((name) => join(folder, name)) as [string, string];
  writeFileSync(from, JSON.stringify(withoutExamples(document)));
  const { status, stderr, error } = spawnSync(process.execPath, [GENERATOR, from, '--output', to], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`openapi-typescript ended with ${status}: ${error?.message ?? stderr}`);
  return readFileSync(to, 'utf8');
};
