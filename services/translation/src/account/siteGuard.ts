import { systemContext } from '@almanac/content-model';
import { defaultLanguage } from '@almanac/i18n';
import { translationErrors } from '../errors.ts';
import type { SiteGuard, Translation } from '../translation.ts';
import { accountOf, siteAccountOf } from './accountKeys.ts';
import { ACCOUNT, accountDecider, hasMoved } from './siteAccount.ts';

/** Blocks outside services for a site at another address than its registered one, and records that address. */
export const createSiteGuard = (
  translation: Pick<Translation, 'documents' | 'commands' | 'publicUrl' | 'log'>,
): SiteGuard => ({
  requireOwn: async () => {
    const { commands, publicUrl: url, log } = translation;
    const known = await siteAccountOf(translation);
    if (known === undefined || !hasMoved(known, url)) return;
    if (known.clone !== url) {
      log.warn({ url, registered: known.url }, 'the site is not at the address with which it was registered');
      await commands.run(systemContext(defaultLanguage(), 'translation.account'), (unit) =>
        unit.decide(accountDecider, ACCOUNT, { type: 'DetectClone', url }, undefined),
      );
    }
    throw translationErrors.clonedSite();
  },
});

/** True if the original site sent a job at that time, before it was copied. This site must not cancel such a job. */
export const isOfOriginal = async (translation: Pick<Translation, 'documents'>, sent: string): Promise<boolean> => {
  const copied = (await accountOf(translation))?.copied ?? null;
  return copied !== null && sent <= copied.at;
};
