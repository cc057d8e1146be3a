import { randomUUID } from 'node:crypto';
import { isServiceName, type ServiceName } from '@almanac/contracts';
import type { Bus } from '@almanac/messaging';
import {
  createFetchInternal,
  createStreamInternal,
  endRequests,
  type Log,
  type OpenListener,
  otherSecretsOf,
  type SiteFile,
} from '@almanac/service';
import { createRemoteSources, raisingChanges } from './answers/remoteSources.ts';
import { createGateway, type Gateway, type GatewayOptions } from './app.ts';
import { consoleFolder, publicOptions, type readSettings } from './settings.ts';
import { forgettingCredentials, gatewayRules, gatewaySettings } from './subscriptions.ts';

interface Around {
  readonly settings: ReturnType<typeof readSettings>;
  readonly site: SiteFile;
  readonly log: Log;
  /** Closed by its creator, after the gateway. */
  readonly bus: Bus;
  /** Open already, so that a starting process reports itself as not ready. */
  readonly listener: OpenListener;
}

const makeGateway = (
  { settings, site, log, bus }: Around,
  { unready, stopping }: Required<Pick<GatewayOptions, 'unready' | 'stopping'>>,
) => {
  const addresses = new Map(
    [...settings.SERVICE_ADDRESSES].flatMap(([name, address]) => (isServiceName(name) ? [[name, address]] : [])),
  );
  const now = () => new Date();
  const secret = settings.PRINCIPAL_SECRET;
  const signingKey = settings.SIGNING_KEY;
  const addressOf = (name: ServiceName) => addresses.get(name);
  const asking = { from: 'gateway', addressOf, secret, signingKey, now } as const;
  const remote = createRemoteSources(addresses.keys(), createStreamInternal(asking));
  const fetchInternal = raisingChanges(createFetchInternal(asking), remote);
  const siteSettings = gatewaySettings({ bus, fetchInternal, log, site });
  const rules = gatewayRules({ bus, fetchInternal, log, services: addresses.keys() });
  const gateway = createGateway({
    ...publicOptions(settings, site),
    addresses,
    fetchInternal,
    remote,
    secret,
    otherSecrets: otherSecretsOf(settings),
    signingKey,
    now,
    log,
    unready,
    stopping,
    settings: siteSettings,
    ...(rules && { rules }),
    console: consoleFolder,
    newId: randomUUID,
    bodyLimit: settings.BODY_LIMIT,
    serviceTimeout: settings.SERVICE_TIMEOUT,
  });
  return { gateway, siteSettings, rules, remote };
};

/**
 * Subscribes to changes of credentials. Until then the gateway serves but is not ready: it would accept revoked
 * credentials for a minute.
 */
const hearOfCredentials = (gateway: Gateway, { bus, log }: Around): { now: boolean } => {
  const hearing = { now: false };
  bus.subscribe(forgettingCredentials(gateway)).then(
    () => {
      hearing.now = true;
    },
    (error: unknown) => log.error({ err: error }, 'changes of credentials cannot be followed'),
  );
  return hearing;
};

/** Starts a gateway in front of remote services. Adds its parts to the stack, which drains requests first. */
export const startGateway = async (around: Around, parts: AsyncDisposableStack): Promise<void> => {
  const { settings, listener } = around;
  let hearing: ReturnType<typeof hearOfCredentials> | undefined;
  const unready = () => ({ ...listener.unready(), ...(hearing?.now ? {} : { bus: 'not reached yet' }) });
  const stopping = new AbortController();
  const { gateway, siteSettings, rules, remote } = makeGateway(around, { unready, stopping: stopping.signal });
  parts.defer(() => siteSettings.stop());
  parts.defer(() => rules?.stop());
  parts.defer(() => gateway.stop());
  parts.defer(() => remote.stop());
  parts.defer(() => endRequests(listener, stopping, settings.DRAIN_MS));
  hearing = hearOfCredentials(gateway, around);
  await Promise.all([siteSettings.start(), rules?.start()]);
  listener.serve(gateway.listener);
  if (settings.CACHE_MB > 0) remote.start();
  await gateway.start();
};
