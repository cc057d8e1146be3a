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

/** Keeps a site that is seen at another address from its services outside, and notes that it is. */
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

/** Whether what was sent then was sent by the site of which this one is a copy: it is not this one's to end. */
export const isOfOriginal = async (translation: Pick<Translation, 'documents'>, sent: string): Promise<boolean> => {
  const copied = (await accountOf(translation))?.copied ?? null;
  return copied !== null && sent <= copied.at;
};
