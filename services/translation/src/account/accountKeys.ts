import { z } from 'zod';
import type { SiteKeys } from '../remoteServices.ts';
import type { Translation } from '../translation.ts';
import { ACCOUNT, notRegistered, type SiteAccount, siteAccounts } from './siteAccount.ts';

const SECRET = 'account';

const siteKeys: z.ZodType<SiteKeys> = z.object({ site: z.string(), secret: z.string(), shared: z.string() });

type Documents = Pick<Translation, 'documents'>;

/** Keeps the keys of a site before the commit that names it. */
export const keepKeys = ({ secrets }: Translation, keys: SiteKeys): Promise<void> =>
  secrets.put(SECRET, JSON.stringify(keys));

/** Forgets the keys of the site of which this one is a copy. */
export const forgetKeys = async ({ secrets }: Translation): Promise<void> => {
  await secrets.delete(SECRET);
};

/** What has become of the account; undefined before anything has. */
export const accountOf = async ({ documents }: Documents): Promise<SiteAccount | undefined> =>
  (await documents.get<SiteAccount>(siteAccounts, ACCOUNT))?.body ?? undefined;

/** What is known of the site at its account; undefined while it is not registered. */
export const siteAccountOf = async (translation: Documents): Promise<SiteAccount | undefined> => {
  const known = await accountOf(translation);
  return known?.site === '' ? undefined : known;
};

/** The keys of a site that is registered; undefined before. */
export const keysOf = async (translation: Translation): Promise<SiteKeys | undefined> => {
  if ((await siteAccountOf(translation)) === undefined) return undefined;
  const kept = await translation.secrets.get(SECRET);
  return kept === undefined ? undefined : siteKeys.parse(JSON.parse(kept));
};

/** @throws DomainError 409 before the site was registered */
export const requireKeys = async (translation: Translation): Promise<SiteKeys> => {
  const keys = await keysOf(translation);
  if (keys === undefined) throw notRegistered();
  return keys;
};
