import { reauthenticateOfCore } from '@almanac/contracts';
import type { Principal } from '@almanac/identity';
import { contractArgs, type Route, route } from '@almanac/rest';
import type { Core } from '../../core.ts';
import { coreErrors } from '../../errors.ts';
import type { AccountsCore } from '../users/accountsCore.ts';
import { needsSecondStep } from './secondStepCopy.ts';
import { isRecentlyConfirmed } from './sessions.ts';

/**
 * Refuses a change of credentials in a browser session of a user who needs a code to sign in, unless the user has
 * typed the password or a code in the last ten minutes (docs/interface/login.md §2). Application passwords pass.
 * @throws DomainError 403 `rest_reauthentication_required`
 */
export const checkReauthentication = async (
  core: Pick<Core, 'documents' | 'entries' | 'now'>,
  principal: Principal,
): Promise<void> => {
  if (principal.kind !== 'user' || principal.credential?.kind !== 'session') return;
  if (!(await needsSecondStep(core.documents, principal))) return;
  if (!(await isRecentlyConfirmed(core, principal.credential.id))) throw coreErrors.reauthenticationRequired();
};

/** Internal route: refuses a caller who must type the password or a code again. */
export const reauthenticationRoute = ({ checkReauthentication: check }: AccountsCore): Route =>
  route({
    namespace: 'internal',
    path: '/reauthentication',
    methods: ['POST'],
    summary: 'Checks if the caller has typed the password or a code recently.',
    hidden: true,
    args: contractArgs(reauthenticateOfCore),
    permission: ({ principal }) => principal.kind === 'user',
    handle: async ({ principal }) => {
      await check(principal);
      return { body: {} };
    },
  });
