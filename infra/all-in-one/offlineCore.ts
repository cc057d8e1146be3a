import { createSources } from '@almanac/messaging/embedded';
import { createFetchInternal, type SiteSettings, silentLog } from '@almanac/service';
import { RefusedError, type SiteClient } from '../import/siteClient.ts';
import { openDataFolder } from './dataFolder.ts';
import { core } from './definitions.ts';
import { hostService } from './serviceHost.ts';

export interface OfflineCore {
  readonly client: SiteClient;
  stop(): Promise<void>;
}

/**
 * Core alone on a data folder whose site is not running, asked as the site itself.
 * @throws ConfigurationError when the site runs: the folder is its own then
 */
export const openOfflineCore = async (data: string, site: SiteSettings): Promise<OfflineCore> => {
  await using parts = new AsyncDisposableStack();
  const now = () => new Date();
  const { databaseOf, secret } = parts.adopt(openDataFolder(data), (folder) => folder.close());
  let address: string | undefined;
  const fetchInternal = createFetchInternal({ addressOf: () => address, secret, now });
  const around = { databaseOf, secret, site, now, fetchInternal, log: silentLog, sources: createSources() };
  const service = await hostService(core, { ...around, durability: 'full' });
  parts.defer(() => service.stop());
  address = service.address;
  await service.app.start();

  const request: SiteClient['request'] = async <Body>(method: string, path: string, body?: unknown) => {
    const answer = await fetchInternal('core', path, { method, ...(body !== undefined && { body }) });
    if (answer.status < 400) return answer.body as Body;
    const { code, message } = answer.body as { code: string; message: string };
    throw new RefusedError(answer.status, code, message);
  };
  const open = parts.move();
  return { client: { request }, stop: () => open.disposeAsync() };
};
