/** `npm run generate`: writes the files that follow from the manifest of the services and the errors. */
import { writeFileSync } from 'node:fs';
import { writtenFiles } from './written.ts';

for (const { path, text } of await writtenFiles()) writeFileSync(new URL(`../../${path}`, import.meta.url), text);
