import { writeFileSync } from 'node:fs';
import { protocolDocument } from '../src/protocol/document.ts';

/** Writes openapi.json. */
writeFileSync(new URL('../openapi.json', import.meta.url), `${JSON.stringify(protocolDocument(), null, 2)}\n`);
