import type { Outside, RemoteServices } from '../remoteServices.ts';
import { remoteUnavailable } from './remoteFaults.ts';

/** The services outside. @throws DomainError 503 where none is configured */
export const requireRemote = ({ remote }: Pick<Outside, 'remote'>): RemoteServices => {
  if (remote === undefined) throw remoteUnavailable();
  return remote;
};
