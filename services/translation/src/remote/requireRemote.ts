import type { RemoteServices } from '../remoteServices.ts';
import type { Translation } from '../translation.ts';
import { remoteUnavailable } from './remoteFaults.ts';

/** The services outside, whether or not they may be asked. @throws DomainError 503 where none is configured */
export const configuredRemote = ({ remote }: Pick<Translation, 'remote'>): RemoteServices => {
  if (remote === undefined) throw remoteUnavailable();
  return remote;
};

/**
 * The services outside, to be asked.
 * @throws DomainError 503 where none is configured, 409 `i18n_site_cloned` where the site is at another address than it was
 * registered with
 */
export const requireRemote = async (
  translation: Pick<Translation, 'remote' | 'siteGuard'>,
): Promise<RemoteServices> => {
  const remote = configuredRemote(translation);
  await translation.siteGuard.requireOwn();
  return remote;
};
