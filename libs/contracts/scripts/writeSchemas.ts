import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { schemaBreaks } from '../src/schemaBreaks.ts';
import { asyncApi, type Json, jsonSchemas } from '../src/schemaDocuments.ts';

/** Writes schemas/*.json and asyncapi.json; refuses a schema that breaks the committed one. */
const root = new URL('..', import.meta.url);

const write = (path: string, document: Json): void =>
  writeFileSync(new URL(path, root), `${JSON.stringify(document, null, 2)}\n`);

const breaksOf = (type: string, schema: Json): string[] => {
  const file = new URL(`schemas/${type}.json`, root);
  return existsSync(file) ? schemaBreaks(JSON.parse(readFileSync(file, 'utf8')), schema, type) : [];
};

const schemas = jsonSchemas();
const breaks = [...schemas].flatMap(([type, schema]) => breaksOf(type, schema));
if (breaks.length > 0) throw new Error(`declare a new version instead:\n${breaks.join('\n')}`);
for (const [type, schema] of schemas) write(`schemas/${type}.json`, schema);
write('asyncapi.json', asyncApi());
