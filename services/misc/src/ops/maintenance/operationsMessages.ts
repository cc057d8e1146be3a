import { deadLetterMessages } from './deadLetterRoutes.ts';
import { rebuildMessages } from './rebuildRoutes.ts';
import { recordMessages } from './recordErrors.ts';

/** Error messages of `ops/v1`. */
export const operationsMessages = Object.fromEntries(
  [recordMessages, deadLetterMessages, rebuildMessages].flatMap(Object.values<string>).map((text) => [text, text]),
);
