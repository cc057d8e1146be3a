import { miscErrors } from '../errors.ts';
import type { SecondStepPorts } from './secondStepPorts.ts';
import { isOpen, type Session, sessionDecider, sessions } from './session.ts';

type Ports = Pick<SecondStepPorts, 'documents' | 'now' | 'newId'>;

/** Returns a sign-in; the initial state if it is missing. */
export const storedSignIn = async ({ documents }: Pick<Ports, 'documents'>, session: string): Promise<Session> =>
  (await documents.get<Session>(sessions, session))?.body ?? sessionDecider.initialState;

/**
 * Returns a sign-in that waits for its code. A missing one takes the same work.
 * @throws DomainError 403
 */
export const openSignIn = async (ports: Ports, session: string | undefined): Promise<readonly [string, Session]> => {
  const state = await storedSignIn(ports, session ?? ports.newId());
  if (session === undefined || !isOpen(state, ports.now())) throw miscErrors.sessionForbidden();
  return [session, state];
};
