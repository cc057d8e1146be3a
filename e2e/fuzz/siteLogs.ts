import { openServices } from '@almanac/infra/service-data';

export interface LoggedCommit {
  /** Id of the request that caused the commit. */
  readonly correlation: string;
  readonly principal: string;
  readonly streams: readonly string[];
  /** Data of the events. */
  readonly data: readonly object[];
}

/** Logs of a running site's services. */
export interface SiteLogs {
  /** Returns the commits written since the last call. */
  written(): Promise<LoggedCommit[]>;
  close(): void;
}

/** Opens the logs of the services with data in a folder. */
export const openLogs = async (folder: string): Promise<SiteLogs> => {
  const services = openServices(folder);
  const seen = new Map<string, number>();
  for (const { name, store } of services) seen.set(name, await store.last());
  return {
    written: async () => {
      const written: LoggedCommit[] = [];
      for (const { name, store } of services) {
        for (const { position, meta, events } of await store.readLog(seen.get(name) ?? 0)) {
          seen.set(name, position);
          written.push({
            ...meta,
            streams: events.map(({ stream }) => stream),
            data: events.map(({ data }) => data as object),
          });
        }
      }
      return written;
    },
    close: () => {
      for (const service of services) service.close();
    },
  };
};
