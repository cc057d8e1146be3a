/** `npm run generate`: writes the files that follow from the manifest of the services (libs/manifest). */
import { writeFileSync } from 'node:fs';
import { writtenFiles } from './written.ts';

for (const { path, text } of writtenFiles()) writeFileSync(new URL(`../../${path}`, import.meta.url), text);
