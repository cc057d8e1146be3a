import type { CommandContext } from '@almanac/event-sourcing';
import { DomainError } from '@almanac/i18n';
import type { SiteGuard } from '../ports.ts';
import type { Translation } from '../translation.ts';
import { accountOf, siteAccountOf } from './accountKeys.ts';
import { ACCOUNT, accountDecider, accountMessages, isElsewhere } from './siteAccount.ts';

const CODE = 'i18n_site_cloned';

const system: CommandContext = {
  principal: 'system',
  language: 'en',
  correlation: 'translation.account',
  causation: 'translation.account',
};

export const isClonedSite = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.code === CODE;

/** Blocks outside services for a site at another address than its registered one, and records that address. */
export const createSiteGuard = (
  translation: Pick<Translation, 'documents' | 'commands' | 'publicUrl' | 'log'>,
): SiteGuard => ({
  requireOwn: async () => {
    const { commands, publicUrl: url, log } = translation;
    const known = await siteAccountOf(translation);
    if (known === undefined || !isElsewhere(known, url)) return;
    if (known.clone !== url) {
      log.warn({ url, registered: known.url }, 'the site is not at the address with which it was registered');
      await commands.run(system, (unit) =>
        unit.decide(accountDecider, ACCOUNT, { type: 'DetectClone', url }, undefined),
      );
    }
    throw new DomainError(CODE, 409, accountMessages.cloned);
  },
});

/** True if the original site sent a job at that time, before it was copied. This site must not cancel such a job. */
export const isOfOriginal = async (translation: Pick<Translation, 'documents'>, sent: string): Promise<boolean> => {
  const copied = (await accountOf(translation))?.copied ?? null;
  return copied !== null && sent <= copied.at;
};
