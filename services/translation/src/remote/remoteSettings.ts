import { healthProblem } from '@almanac/outgoing';
import { type OutsideService, type OwnSettings, outsideAddress, readEnvironment, secretText } from '@almanac/service';
import { z } from 'zod';
import type { OutsideSettings } from '../remoteServices.ts';
import { httpServices } from './httpServices.ts';

const variables = z
  .object({
    TRANSLATION_ENGINE: outsideAddress.optional(),
    TRANSLATION_ENGINE_KEY: secretText(32).optional(),
    REST_PREFIX: z.string().default('json'),
    PUBLIC_URL: z
      .url({ protocol: /^https?$/ })
      .transform((url) => new URL(url).href.replace(/(?<!\/)\/+$/, ''))
      .optional(),
  })
  .refine(
    ({ TRANSLATION_ENGINE: address, TRANSLATION_ENGINE_KEY: key }) => address === undefined || key !== undefined,
    {
      message: 'is required with TRANSLATION_ENGINE',
      path: ['TRANSLATION_ENGINE_KEY'],
    },
  );

/**
 * Reads the settings of outside services.
 * @throws ConfigurationError; also for `embedded`, which only starters of whole sites support, because replicas would
 * each have an engine of their own
 */
export const readOutsideSettings = (own: OwnSettings, now: () => Date): OutsideSettings => {
  const {
    TRANSLATION_ENGINE: address,
    TRANSLATION_ENGINE_KEY: key = '',
    PUBLIC_URL,
    REST_PREFIX,
  } = readEnvironment(variables, own);
  const remote = address === undefined ? undefined : httpServices({ address, key, now });
  return { remote, publicUrl: PUBLIC_URL, restPrefix: REST_PREFIX };
};

/** Returns the outside services whose health operators can see (docs/interface/health.md §3). */
export const outsideServices = ({ TRANSLATION_ENGINE: address }: OwnSettings): OutsideService[] =>
  address === undefined ? [] : [{ setting: 'TRANSLATION_ENGINE', complaint: () => healthProblem(address) }];
