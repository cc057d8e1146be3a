/** Part of `npm run generate`: writes the OpenAPI documents of the interface. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { withInterface } from '../sdk/interfaceDocument.ts';
import { DOCUMENT_FOLDER, documentFiles } from './documents.ts';

const root = new URL('../../', import.meta.url);
const folder = new URL(DOCUMENT_FOLDER, root);

const files = await withInterface(undefined, documentFiles);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const { path, text } of files) writeFileSync(new URL(path, root), text);
