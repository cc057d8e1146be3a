import { z } from 'zod';
import type { Json } from '../schemaDocuments.ts';
import { calendarInternals } from './calendar.ts';
import { coreInternals } from './core.ts';
import { internalsOfEvery } from './every.ts';
import type { InternalContract } from './internalContract.ts';
import { miscInternals } from './misc.ts';
import { operationsOfEvery } from './operations.ts';
import { redirectionInternals } from './redirection.ts';
import { translationInternals } from './translation.ts';

/** All requests between processes, except for pages and client requests that the gateway forwards. */
export const internalContracts: readonly InternalContract[] = [
  ...internalsOfEvery,
  ...operationsOfEvery,
  ...coreInternals,
  ...calendarInternals,
  ...miscInternals,
  ...redirectionInternals,
  ...translationInternals,
];

/** Returns the JSON Schemas of each request and its answer, by name. */
export const internalSchemas = (): Map<string, Json> =>
  new Map(
    internalContracts.map(({ name, askedBy, method, path, description, request, answer }) => [
      name,
      {
        title: name,
        description: `${method} ${path}: ${description}`,
        askedBy,
        request: z.toJSONSchema(request, { io: 'input' }),
        answer: z.toJSONSchema(answer, { io: 'input' }),
      },
    ]),
  );
