import type { FirstCredentials } from '@almanac/core/definition';
import { serviceNames } from '@almanac/manifest';
import { freePort } from './freePort.ts';
import { type NodeProcess, startNodeProcess } from './nodeProcess.ts';
import type { Starting } from './servers.ts';
import { createSigningKeys } from './signingKeys.ts';

export interface NativeSiteOptions extends Starting {
  readonly mongodbUrl: string;
  readonly brokers: string;
  /** The port of the gateway. */
  readonly port: number;
  readonly host?: string;
  readonly secret: string;
  /** Variables of all processes: `SITE_FILE`, `DATABASE_PREFIX`, `TOPIC_PREFIX`, `MEDIA_FOLDER`, `LOG_LEVEL`, … */
  readonly environment: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
}

/** A site whose services and gateway run as separate processes, as in production. */
export interface NativeSite {
  readonly gateway: NodeProcess;
  readonly services: ReadonlyMap<string, NodeProcess>;
  /**
   * The credentials of the administrator that a first start without users creates; shown at each start until
   * `finishFirstStart`.
   */
  readonly firstCredentials: FirstCredentials | undefined;
  finishFirstStart(): Promise<void>;
  /** Stops the gateway, then the services. */
  readonly stop: () => Promise<void>;
}

/** Starts a site's processes on running servers. Resolves when all are ready. */
export const startNativeSite = async (options: NativeSiteOptions): Promise<NativeSite> => {
  const parts = new AsyncDisposableStack();
  try {
    const ports = new Map<string, number>();
    for (const name of serviceNames) ports.set(name, await freePort());
    const environment = environmentOf(options, ports);
    const keys = createSigningKeys('native');
    const start = (name: string, script: string, at: { port: number; host?: string }): NodeProcess => {
      const signing = { SIGNING_KEY: keys.private.get(name) ?? '', SIGNING_PUBLIC_KEYS: keys.public };
      const own = { ...environment, ...signing };
      const started = startNodeProcess({ name, script, ...at, environment: own, say: options.say });
      parts.defer(() => started.stop());
      options.onProcess?.(name, started.process);
      return started;
    };
    const services = new Map([...ports].map(([name, port]) => [name, start(name, scriptOf(name), { port })]));
    let firstCredentials: FirstCredentials | undefined;
    const core = services.get('core')?.process;
    core?.on('message', (message: { firstCredentials: FirstCredentials }) => {
      firstCredentials = message.firstCredentials;
    });
    await Promise.all([...services.values()].map((service) => service.ready(options.signal)));
    const gateway = start('gateway', scriptOf('gateway'), { port: options.port, host: options.host ?? '' });
    await gateway.ready(options.signal);
    const running = parts.move();
    const finishFirstStart = async () => void core?.send('finish the first start');
    return { gateway, services, firstCredentials, finishFirstStart, stop: () => running.disposeAsync() };
  } finally {
    await parts.disposeAsync();
  }
};

/** Returns the path of the script of the gateway or of a service. */
export const scriptOf = (name: string): string =>
  (name === 'gateway' ? 'gateway' : `services/${name}`).concat('/src/main.ts');

/**
 * Returns the environment variables of all processes of a site on this machine.
 * @param ports the ports of the services, on loopback
 */
export const environmentOf = (
  {
    mongodbUrl,
    brokers,
    secret,
    environment,
  }: Pick<NativeSiteOptions, 'mongodbUrl' | 'brokers' | 'secret' | 'environment'>,
  ports: ReadonlyMap<string, number>,
): Record<string, string> => ({
  MONGODB_URL: mongodbUrl,
  KAFKA_BROKERS: brokers,
  TOPIC_REPLICAS: '1',
  PRINCIPAL_SECRET: secret,
  SERVICE_ADDRESSES: [...ports].map(([name, port]) => `${name}=http://127.0.0.1:${port}`).join(),
  ...environment,
});
