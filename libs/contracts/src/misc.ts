import { z } from 'zod';
import { eventContract } from './eventContract.ts';

/** Values of the setting for users who need a code to sign in (docs/architecture.md §10). */
export const secondStepScopes = ['off', 'administrators', 'everybody'] as const;

export type SecondStepScope = (typeof secondStepScopes)[number];

export const secondStepChanged = eventContract(
  'misc.second-step-changed.v1',
  'Whose sign-in asks for a code has changed.',
  z.object({ scope: z.enum(secondStepScopes) }),
);

export const popupChanged = eventContract(
  'misc.popup-changed.v1',
  'Whether a popup is published, or on which pages it shows, has changed.',
  z.object({
    id: z.int(),
    isPublished: z.boolean().optional(),
    include: z.array(z.string()).optional(),
    exclude: z.array(z.string()).optional(),
    languages: z.array(z.string()).optional(),
    audience: z.enum(['all', 'visitors', 'members']).optional(),
    ends: z.string().nullable().optional(),
  }),
);

export const popupDeleted = eventContract(
  'misc.popup-deleted.v1',
  'A popup is deleted for good.',
  z.object({ id: z.int() }),
);

export const packageChanged = eventContract(
  'misc.package-changed.v1',
  'Whether a person has switched a feature package off, or the subscription has it, has changed.',
  z.object({ slug: z.string(), isOff: z.boolean().optional(), isEntitled: z.boolean().optional() }),
);

export const miscEvents = [secondStepChanged, popupChanged, popupDeleted, packageChanged] as const;
