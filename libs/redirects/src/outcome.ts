import { z } from 'zod';

const rule = z.int().positive().meta({ description: 'The rule that decided.' });
const code = z.int();

/** The outcome of a visit. */
const redirectOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('redirect'), rule, code, location: z.string().min(1) }),
  z.object({ kind: z.literal('random'), rule, code }).meta({ description: 'To some published post.' }),
  z
    .object({ kind: z.literal('post'), rule, code, post: z.int().positive() })
    .meta({ description: 'To the address of a post.' }),
  z.object({ kind: z.literal('error'), rule, code }),
  z
    .object({ kind: z.literal('pass'), rule, target: z.string().min(1) })
    .meta({ description: 'Answered as this path.' }),
  z
    .object({ kind: z.literal('nothing'), rule })
    .meta({ description: 'Left alone: no other rule, no record of a 404.' }),
]);
export type RedirectOutcome = z.infer<typeof redirectOutcome>;
