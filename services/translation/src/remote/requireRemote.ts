import { translationErrors } from '../errors.ts';
import type { RemoteServices } from '../remoteServices.ts';
import type { Translation } from '../translation.ts';

/**
 * Returns the outside services without checking the address of the site.
 * @throws DomainError 503 if none is configured
 */
export const configuredRemote = ({ remote }: Pick<Translation, 'remote'>): RemoteServices => {
  if (remote === undefined) throw translationErrors.remoteUnavailable();
  return remote;
};

/**
 * Returns the outside services if this site may call them.
 * @throws DomainError 503 if none is configured, 409 `i18n_site_cloned` if the site is at another address than its
 * registered one
 */
export const requireRemote = async (
  translation: Pick<Translation, 'remote' | 'siteGuard'>,
): Promise<RemoteServices> => {
  const remote = configuredRemote(translation);
  await translation.siteGuard.requireOwn();
  return remote;
};
