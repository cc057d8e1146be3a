import { DomainError } from '@almanac/domain';
import type { SiteKeys } from '../remoteServices.ts';
import type { Translation } from '../translation.ts';
import { ACCOUNT, accountMessages, type SiteAccount, siteAccounts } from './siteAccount.ts';

const SECRET = 'account';

/** Keeps the keys of a site before the commit that names it. */
export const keepKeys = ({ secrets }: Translation, keys: SiteKeys): Promise<void> =>
  secrets.put(SECRET, JSON.stringify(keys));

/** What is known of the site at its account; undefined before it was registered. */
export const siteAccountOf = async ({ documents }: Translation): Promise<SiteAccount | undefined> =>
  (await documents.get<SiteAccount>(siteAccounts, ACCOUNT))?.body ?? undefined;

/** The keys of a site that is registered; undefined before. */
export const keysOf = async (translation: Translation): Promise<SiteKeys | undefined> => {
  if ((await siteAccountOf(translation)) === undefined) return undefined;
  const kept = await translation.secrets.get(SECRET);
  return kept === undefined ? undefined : (JSON.parse(kept) as SiteKeys);
};

/** @throws DomainError 409 before the site was registered */
export const requireKeys = async (translation: Translation): Promise<SiteKeys> => {
  const keys = await keysOf(translation);
  if (keys === undefined) throw new DomainError('i18n_site_not_registered', 409, accountMessages.unregistered);
  return keys;
};
