import type { RequestListener } from 'node:http';
import { createRestApp, type RestAppOptions } from '@almanac/rest';
import type { Log, Settings } from '@almanac/service';
import type { BatchSender } from './batch/sendBatch.ts';
import type { Directory } from './directory.ts';
import { ownRoutes } from './ownRoutes.ts';
import { writeOwn } from './sendBody.ts';
import { texts } from './texts.ts';

export interface OwnListenerOptions {
  readonly settings: Settings;
  readonly directory: Directory;
  readonly sendBatch: BatchSender;
  readonly log: Log;
  readonly secret: string;
  readonly otherSecrets?: readonly string[];
  readonly now: () => Date;
  readonly newId: () => string;
}

const ownsNoData = (): never => {
  throw new Error('the gateway owns no data');
};

const commands: RestAppOptions['commands'] = { run: ownsNoData };
const entries: RestAppOptions['entries'] = {
  insert: ownsNoData,
  insertAll: ownsNoData,
  get: ownsNoData,
  put: ownsNoData,
  putAll: ownsNoData,
  delete: ownsNoData,
  deleteAll: ownsNoData,
  list: ownsNoData,
};

/** Serves the gateway's own routes; rebuilds the listener when the namespaces change. */
export const createOwnListener = (options: OwnListenerOptions): RequestListener => {
  const { settings, directory, sendBatch, log, secret, otherSecrets = [], now, newId } = options;
  let known: readonly string[] = [];
  let listener: RequestListener | undefined;

  const current = (): RequestListener => {
    const namespaces = directory.namespaces();
    if (listener !== undefined && namespaces.join() === known.join()) return listener;
    known = namespaces;
    const routes = ownRoutes({ settings, directory, sendBatch, texts, now, namespaces });
    const ports = { commands, entries, texts, log, secret, otherSecrets, now, newId, write: writeOwn } as const;
    listener = createRestApp({ service: 'gateway', routes, notesSources: true, ...ports });
    return listener;
  };

  return (request, response) => current()(request, response);
};
