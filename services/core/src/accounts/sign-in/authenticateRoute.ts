import { authenticateUser } from '@almanac/contracts';
import { isDomainError } from '@almanac/domain';
import { contractArgs, type Route, route } from '@almanac/rest';
import type { AccountsCore } from '../users/accountsCore.ts';
import type { AttemptLimits } from './attemptLimits.ts';
import { authenticate } from './authenticate.ts';

/** For the gateway: answers the principal of credentials (docs/architecture.md §4). */
export const authenticateRoute = (core: AccountsCore, limits: AttemptLimits): Route =>
  route({
    namespace: 'internal',
    path: '/authenticate',
    methods: ['POST'],
    summary: 'Verifies an application password.',
    hidden: true,
    keepAnswer: false,
    args: contractArgs(authenticateUser),
    permission: ({ principal }) => principal.kind === 'system',
    handle: async ({ args }) => {
      try {
        return { body: { principal: await authenticate({ ...core, secrets: core.applicationSecrets }, args) } };
      } catch (error) {
        if (isDomainError(error) && error.status === 401) await limits.refused(args);
        throw error;
      }
    },
  });
