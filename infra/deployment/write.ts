/** `npm run generate`: writes the files that follow from the manifest of the services and the errors. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { writtenFiles } from './written.ts';

for (const { path, text } of await writtenFiles()) {
  const file = new URL(`../../${path}`, import.meta.url);
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, text);
}
