import { type OwnSettings, outsideAddress, readEnvironment } from '@almanac/service';
import { z } from 'zod';
import { noProvider, providerAt, type SocialProvider } from './provider.ts';

const variables = z
  .object({
    /** Address of the provider's API. */
    SOCIAL_URL: outsideAddress.optional(),
    SOCIAL_APP_ID: z.string().min(1).optional(),
    SOCIAL_APP_SECRET: z.string().min(1).optional(),
  })
  .refine((own) => (own.SOCIAL_APP_ID === undefined) === (own.SOCIAL_APP_SECRET === undefined), {
    message: 'SOCIAL_APP_ID and SOCIAL_APP_SECRET go together',
    path: ['SOCIAL_APP_SECRET'],
  });

/** @throws ConfigurationError */
export const readSocialProvider = (own: OwnSettings): SocialProvider => {
  const { SOCIAL_URL: url, SOCIAL_APP_ID: id, SOCIAL_APP_SECRET: secret } = readEnvironment(variables, own);
  if (url === undefined) return noProvider;
  return providerAt({ url, app: id === undefined || secret === undefined ? undefined : { id, secret } });
};
