import { authenticateUser } from '@almanac/contracts';
import { contractArgs, type Route, route } from '@almanac/rest';
import { coreErrors } from '../../errors.ts';
import type { AccountsCore } from '../users/accountsCore.ts';
import { userOfSignIn } from '../users/readModels/userList.ts';
import type { AttemptLimits } from './attemptLimits.ts';
import { authenticate } from './authenticate.ts';
import { noteRefusal, noteSuccess } from './signInNotes.ts';

const refusals = [coreErrors.unknownEmail, coreErrors.unknownLogin, coreErrors.wrongPassword];

/** Internal route for the gateway: returns the principal of credentials (docs/architecture.md §4). */
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
    handle: async ({ args, context }) => {
      const from = { ip: args.ip, requestId: context.correlation };
      try {
        const user = await authenticate({ ...core, secrets: core.applicationSecrets }, args);
        noteSuccess(core, 'signed in', { by: 'application-password', user, from });
        return { body: { principal: user } };
      } catch (error) {
        if (!refusals.some((refusal) => refusal.matches(error))) throw error;
        const tried = { by: 'application-password', name: args.login, from } as const;
        await noteRefusal(core, 'sign-in refused', { ...tried, reason: 'wrong-password' });
        const named = await userOfSignIn(core.documents, args.login.trim());
        await limits.refused({ login: named?.login ?? args.login, ip: args.ip });
        throw error;
      }
    },
  });
