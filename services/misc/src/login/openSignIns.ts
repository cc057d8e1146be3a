import type { SecondStepPorts } from './secondStepPorts.ts';
import { forbiddenSession, isOpen, type Session, sessionDecider, sessions } from './session.ts';

type Ports = Pick<SecondStepPorts, 'documents' | 'now' | 'newId'>;

/** A sign-in as it is now; one that was never begun where there is none. */
export const storedSignIn = async ({ documents }: Pick<Ports, 'documents'>, session: string): Promise<Session> =>
  (await documents.get<Session>(sessions, session))?.body ?? sessionDecider.initialState;

/**
 * A sign-in that still waits for its code; the same work is done for one that nobody has begun.
 * @throws DomainError 403
 */
export const openSignIn = async (ports: Ports, session: string | undefined): Promise<readonly [string, Session]> => {
  const state = await storedSignIn(ports, session ?? ports.newId());
  if (session === undefined || !isOpen(state, ports.now())) throw forbiddenSession();
  return [session, state];
};
