import { makeRecoveryCodesOfMisc, type ServiceName } from '@almanac/contracts';
import { definition as core } from '@almanac/core/definition';
import { createSources } from '@almanac/messaging/embedded';
import { definition as misc } from '@almanac/misc/definition';
import { askInternal, createFetchInternal, type SiteFile, silentLog } from '@almanac/service';
import type { SiteClient } from '../import/siteClient.ts';
import { assembled, type Stoppable } from './assembled.ts';
import { openDataFolder, requireSite } from './dataFolder.ts';
import { clientOf } from './internalClient.ts';
import { hostService } from './serviceHost.ts';

export interface OfflineCore extends Stoppable {
  readonly client: SiteClient;
  /** Makes a user's recovery codes in place of those before; misc keeps them. */
  makeRecoveryCodes(user: number): Promise<readonly string[]>;
}

const INSTEAD = ', or ask it: npm run user -- … --site ADDRESS';

/**
 * Core and misc on a data folder whose site is not running, asked as the site itself.
 * @throws ConfigurationError when the site runs, since the folder is its own then; for a folder that is no site's
 */
export const openOfflineCore = (data: string, site: SiteFile): Promise<OfflineCore> =>
  assembled(async (parts) => {
    requireSite(data);
    const now = () => new Date();
    const folder = parts.adopt(openDataFolder(data, INSTEAD), (opened) => opened.close());
    const addresses = new Map<ServiceName, string>();
    const addressOf = (name: ServiceName): string | undefined => addresses.get(name);
    const fetchInternal = createFetchInternal({ ...folder, from: 'operator', addressOf, now });
    const around = { ...folder, site, now, addressOf, log: silentLog, sources: createSources() };
    const service = await hostService(core, { ...around, durability: 'full' });
    parts.defer(() => service.close());
    addresses.set('core', service.address);
    await service.app.start();
    const makeRecoveryCodes = async (user: number): Promise<readonly string[]> => {
      // not started: it only answers, and mails nothing
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
