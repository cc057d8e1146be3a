import { z } from 'zod';
import { eventContract } from './eventContract.ts';

export const secondStepChanged = eventContract(
  'misc.second-step-changed.v1',
  'Whose sign-in asks for a code has changed.',
  z.object({ scope: z.enum(['off', 'administrators', 'everybody']) }),
);

export const miscEvents = [secondStepChanged] as const;
