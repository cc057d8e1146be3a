import { z } from 'zod';
import { translationErrors } from '../errors.ts';
import type { SiteKeys } from '../remoteServices.ts';
import type { Translation } from '../translation.ts';
import { ACCOUNT, type SiteAccount, siteAccounts } from './siteAccount.ts';

const SECRET = 'account';

const siteKeys: z.ZodType<SiteKeys> = z.object({ site: z.string(), secret: z.string(), shared: z.string() });

type Documents = Pick<Translation, 'documents'>;

/** Stores the keys of a site. Call it before the commit that names the site. */
export const keepKeys = ({ secrets }: Translation, keys: SiteKeys): Promise<void> =>
  secrets.put(SECRET, JSON.stringify(keys));

/** Deletes the keys of the original site from its copy. */
export const forgetKeys = async ({ secrets }: Translation): Promise<void> => {
  await secrets.delete(SECRET);
};

/** Returns the account of the site; undefined before its first event. */
export const accountOf = async ({ documents }: Documents): Promise<SiteAccount | undefined> =>
  (await documents.get<SiteAccount>(siteAccounts, ACCOUNT))?.body ?? undefined;

/** Returns the account of a registered site; undefined if the site is not registered. */
export const siteAccountOf = async (translation: Documents): Promise<SiteAccount | undefined> => {
  const known = await accountOf(translation);
  return known?.site === '' ? undefined : known;
};

/** Returns the keys of a registered site; undefined if the site is not registered. */
export const keysOf = async (translation: Translation): Promise<SiteKeys | undefined> => {
  if ((await siteAccountOf(translation)) === undefined) return undefined;
  const kept = await translation.secrets.get(SECRET);
  return kept === undefined ? undefined : siteKeys.parse(JSON.parse(kept));
};

/** @throws DomainError 409 if the site is not registered */
export const requireKeys = async (translation: Translation): Promise<SiteKeys> => {
  const keys = await keysOf(translation);
  if (keys === undefined) throw translationErrors.notRegistered();
  return keys;
};
