import { isKey } from '@almanac/secrets';
import { z } from 'zod';

const FORM = 'is not 32 random bytes in base64 (openssl rand -base64 32)';

/** What encrypts the tokens and keys of outside services that a site keeps (docs/adr/0026). */
export const secretsVariables = {
  /** The key; without it nothing of the kind can be kept. */
  SECRETS_KEY: z.string().refine(isKey, FORM).optional(),
  /** Former keys, by commas, until `npm run ops -- rotate-secrets` has been run. */
  SECRETS_OLD_KEYS: z
    .string()
    .refine((text) => text.split(',').every(isKey), FORM)
    .optional(),
};
