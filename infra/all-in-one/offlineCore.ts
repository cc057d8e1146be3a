import { makeRecoveryCodesOfMisc, type ServiceName } from '@almanac/contracts';
import { definition as core } from '@almanac/core/definition';
import { createSources } from '@almanac/messaging/embedded';
import { definition as misc } from '@almanac/misc/definition';
import { createExpensiveAnswers } from '@almanac/rest';
import { askInternal, createFetchInternal, type SiteFile, silentLog } from '@almanac/service';
import type { SiteClient } from '../import/siteClient.ts';
import { assembled, type Stoppable } from './assembled.ts';
import { openDataFolder, requireSite } from './dataFolder.ts';
import { clientOf } from './internalClient.ts';
import { hostService } from './serviceHost.ts';

export interface OfflineCore extends Stoppable {
  readonly client: SiteClient;
  /** Replaces a user's recovery codes with new ones, which misc stores. */
  makeRecoveryCodes(user: number): Promise<readonly string[]>;
}

const INSTEAD = ', or ask it: npm run user -- … --site ADDRESS';

/**
 * Opens core and misc on the data folder of a stopped site, called as the site itself.
 * @throws ConfigurationError if the site runs and has locked the folder, or if the folder contains no site
 */
export const openOfflineCore = (data: string, site: SiteFile): Promise<OfflineCore> =>
  assembled(async (parts) => {
    requireSite(data);
    const now = () => new Date();
    const folder = parts.adopt(openDataFolder(data, { instead: INSTEAD }), (opened) => opened.close());
    const addresses = new Map<ServiceName, string>();
    const addressOf = (name: ServiceName): string | undefined => addresses.get(name);
    const fetchInternal = createFetchInternal({ ...folder, from: 'operator', addressOf, now });
    const expensiveAnswers = createExpensiveAnswers();
    const around = { ...folder, site, now, addressOf, expensiveAnswers, log: silentLog, sources: createSources() };
    const service = await hostService(core, { ...around, durability: 'full' });
    parts.defer(() => service.close());
    addresses.set('core', service.address);
    await service.app.start();
    const makeRecoveryCodes = async (user: number): Promise<readonly string[]> => {
      // Not started: it only answers and sends no mail.
      const hosted = await hostService(misc, { ...around, durability: 'full' });
      addresses.set('misc', hosted.address);
      try {
        const { body, refused } = await askInternal(fetchInternal, makeRecoveryCodesOfMisc, {
          send: { user },
          timeout: 20_000,
        });
        if (refused !== undefined) throw refused;
        return body.codes;
      } finally {
        await hosted.close();
      }
    };
    return { client: clientOf(fetchInternal), makeRecoveryCodes };
  });
