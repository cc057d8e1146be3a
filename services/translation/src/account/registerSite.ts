import { createHmac } from 'node:crypto';
import { requireRemote } from '../remote/requireRemote.ts';
import type { Translation } from '../translation.ts';
import { accountOf, keepKeys } from './accountKeys.ts';
import { peopleOf, readPerson } from './people.ts';

/**
 * Registers the site with the account and stores the keys from its answer. Repeated and concurrent calls receive the
 * same keys, at any address. A copy receives other keys than its original.
 * @returns the id of the site
 */
export const registerSite = async (
  translation: Translation,
  { user, url }: { readonly user: number; readonly url: string },
): Promise<string> => {
  const { account } = await requireRemote(translation);
  const [manager, translators, managers, copied] = await Promise.all([
    readPerson(translation, user),
    peopleOf(translation, 'translators'),
    peopleOf(translation, 'managers'),
    accountOf(translation).then((known) => known?.copied ?? null),
  ]);
  const named = copied === null ? 'translation account' : `translation account\n${copied.url}`;
  const key = createHmac('sha256', translation.secret).update(named).digest('base64url');
  const keys = await account.register({ key, url, manager: manager ?? { email: '', name: '' }, translators, managers });
  await keepKeys(translation, keys);
  return keys.site;
};
