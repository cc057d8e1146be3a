import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { internalSchemas } from '../src/internal/registry.ts';
import { schemaBreaks } from '../src/schemaBreaks.ts';
import { asyncApi, type Json, jsonSchemas } from '../src/schemaDocuments.ts';

/** Writes schemas/*.json, internal/*.json and asyncapi.json; refuses a schema that breaks the committed one. */
const root = new URL('..', import.meta.url);

const write = (path: string, document: Json): void =>
  writeFileSync(new URL(path, root), `${JSON.stringify(document, null, 2)}\n`);

const breaksOf = (file: string, schema: Json): string[] => {
  const committed = new URL(`${file}.json`, root);
  return existsSync(committed) ? schemaBreaks(JSON.parse(readFileSync(committed, 'utf8')), schema, file) : [];
};

const schemas = new Map([
  ...[...jsonSchemas()].map(([type, schema]) => [`schemas/${type}`, schema] as const),
  ...[...internalSchemas()].map(([name, schema]) => [`internal/${name}`, schema] as const),
]);
const breaks = [...schemas].flatMap(([file, schema]) => breaksOf(file, schema));
for (const folder of ['schemas', 'internal']) mkdirSync(new URL(folder, root), { recursive: true });
if (breaks.length > 0) throw new Error(`declare a new version instead:\n${breaks.join('\n')}`);
for (const [file, schema] of schemas) write(`${file}.json`, schema);
write('asyncapi.json', asyncApi());
