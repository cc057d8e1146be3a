import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProfile } from '@almanac/gateway/alias-profile';
import { readSettings } from '@almanac/gateway/settings';
import { startGateway } from '@almanac/gateway/start';
import { definitions } from '@almanac/infra/definitions';
import { engineBeside } from '@almanac/infra/engine-beside';
import { freePort } from '@almanac/infra/free-port';
import type { Servers } from '@almanac/infra/native-servers';
import { environmentOf } from '@almanac/infra/native-site';
import { startSiteUnderTest } from '@almanac/infra/site-under-test';
import { memoryEntries } from '@almanac/messaging';
import { createKafkaBus } from '@almanac/messaging/kafka';
import { createLog, kafkaOptions, type Log, openListener, ownSettings, readSiteFile } from '@almanac/service';
import { startService } from '@almanac/service/process';
import { readServiceSettings } from '@almanac/service/settings';
import type { RunningSite } from './engine.ts';

const HOST = '127.0.0.1';
const baseAt = (port: number): string => `http://${HOST}:${port}/en/json`;
const warnings = (): Log => createLog({ level: 'warn', pretty: false });

type Environment = Readonly<Record<string, string>>;

/** Starts a fresh site on SQLite inside this process. */
export const startEmbedded = async (siteFile: string, environment: Environment = {}): Promise<RunningSite> => {
  const site = await readSiteFile(siteFile);
  const { ALIASES: aliases } = environment;
  const profile = aliases === undefined ? {} : { profile: readProfile(aliases) };
  const running = await startSiteUnderTest(site, { environment, log: warnings(), ...profile });
  return { base: baseAt(running.port), stop: () => running.stop() };
};

/**
 * Starts a fresh site inside this process, on running servers: gateway and services as they run in processes of their
 * own. The site's data are separate from those of other sites.
 */
export const startOnServers = async (
  servers: Pick<Servers, 'mongodbUrl' | 'brokers'>,
  siteFile: string,
  chosen: Environment = {},
): Promise<RunningSite> => {
  const parts = new AsyncDisposableStack();
  try {
    const media = mkdtempSync(join(tmpdir(), 'almanac-media-'));
    parts.defer(() => rmSync(media, { recursive: true, force: true }));
    const ports = new Map<string, number>();
    for (const { name } of definitions) ports.set(name, await freePort());
    const engine = parts.adopt(await engineBeside(chosen, { file: ':memory:', log: warnings() }), (each) =>
      each.stop(),
    );
    const own = ownData(siteFile, media);
    const all = { ...own.environment, ...chosen, ...engine.told };
    const environment = environmentOf({ ...servers, ...own, environment: all }, ports);
    await startServices(environment, ports, parts);
    const port = await startFront(environment, parts);
    const running = parts.move();
    return { base: baseAt(port), stop: () => running.disposeAsync() };
  } finally {
    await parts.disposeAsync();
  }
};

const ownData = (siteFile: string, media: string) => {
  const own = `e2e-${randomUUID().slice(0, 8)}`;
  return {
    secret: randomUUID(),
    environment: {
      DATABASE_PREFIX: own,
      TOPIC_PREFIX: own,
      TOPIC_PARTITIONS: '3',
      SITE_FILE: siteFile,
      MEDIA_FOLDER: media,
      HOST,
      SECRETS_KEY: randomBytes(32).toString('base64url'),
    },
  };
};

const startServices = async (
  environment: Environment,
  ports: ReadonlyMap<string, number>,
  parts: AsyncDisposableStack,
) => {
  const site = await readSiteFile(environment.SITE_FILE);
  const signal = new AbortController().signal;
  const start = (definition: (typeof definitions)[number], own: AsyncDisposableStack) => {
    const settings = readServiceSettings({ ...environment, PORT: String(ports.get(definition.name)) });
    const log = warnings().child({ service: definition.name });
    return startService(
      definition,
      { settings, site, log, own: ownSettings(definition.name, environment) },
      own,
      signal,
    );
  };
  const [first, ...others] = definitions.map((definition) => () => {
    return start(definition, parts.use(new AsyncDisposableStack()));
  });
  // core starts first, because the other services would log that they wait for its settings
  await first?.();
  const failed = (await Promise.allSettled(others.map((begin) => begin()))).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
};

/** Starts the gateway. @returns its port */
const startFront = async (environment: Environment, parts: AsyncDisposableStack): Promise<number> => {
  const settings = readSettings({ ...environment, PORT: String(await freePort()) });
  const log = warnings().child({ service: 'gateway' });
  const kafka = { ...kafkaOptions(settings), clientId: 'almanac-gateway', log, entries: memoryEntries() };
  const bus = parts.adopt(createKafkaBus(kafka), (made) => made.close());
  const listener = await openListener({ port: settings.PORT, host: HOST });
  const site = await readSiteFile(settings.SITE_FILE);
  await startGateway({ settings, site, log, bus, listener }, parts);
  return listener.port;
};
