import { definition as core } from '@almanac/core/definition';
import { createSources } from '@almanac/messaging/embedded';
import { createFetchInternal, type FetchInternal, type SiteFile, silentLog } from '@almanac/service';
import { RefusedError, type SiteClient } from '../import/siteClient.ts';
import { assembled, type Stoppable } from './assembled.ts';
import { openDataFolder } from './dataFolder.ts';
import { hostService } from './serviceHost.ts';

export interface OfflineCore extends Stoppable {
  readonly client: SiteClient;
}

/**
 * Core alone on a data folder whose site is not running, asked as the site itself.
 * @throws ConfigurationError when the site runs: the folder is its own then
 */
export const openOfflineCore = (data: string, site: SiteFile): Promise<OfflineCore> =>
  assembled(async (parts) => {
    const now = () => new Date();
    const folder = parts.adopt(openDataFolder(data), (opened) => opened.close());
    let address: string | undefined;
    const fetchInternal = createFetchInternal({ addressOf: () => address, ...folder, now });
    const around = { ...folder, site, now, fetchInternal, log: silentLog, sources: createSources() };
    const service = await hostService(core, { ...around, durability: 'full' });
    parts.defer(() => service.stop());
    address = service.address;
    await service.app.start();
    return { client: clientOf(fetchInternal) };
  });

const clientOf = (fetchInternal: FetchInternal): SiteClient => ({
  request: async <Body>(method: string, path: string, body?: unknown) => {
    const answer = await fetchInternal('core', path, { method, ...(body !== undefined && { body }) });
    if (answer.status < 400) return answer.body as Body;
    const { code, message } = answer.body as { code: string; message: string };
    throw new RefusedError(answer.status, code, message);
  },
});
