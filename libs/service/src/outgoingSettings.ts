import { type Policy, parsePrivateTargets, publicPolicy } from '@almanac/outgoing';
import { z } from 'zod';
import type { OwnSettings } from './definition.ts';
import { readEnvironment } from './environment.ts';

const variables = z.object({
  /** Hosts and networks within private networks that requests to addresses from people may reach; default none. */
  PRIVATE_TARGETS: z
    .string()
    .transform((text, context) => {
      const targets = parsePrivateTargets(text);
      if (targets === undefined)
        context.addIssue('must be hosts, addresses or networks, such as staging.internal,10.2.0.0/16');
      return targets;
    })
    .optional(),
});

/**
 * Returns the policy for requests to addresses that people give: public ones, and those of `PRIVATE_TARGETS`.
 * @throws ConfigurationError
 */
export const readPublicPolicy = (own: OwnSettings): Policy => {
  const { PRIVATE_TARGETS: privateTargets } = readEnvironment(variables, own);
  return publicPolicy(privateTargets && { privateTargets });
};
