import { createOutgoing, originPolicy, type Policy, publicPolicy } from '@almanac/outgoing';
import { type Log, listen } from '@almanac/service';
import { createAccount } from './account.ts';
import { createAgency } from './agency.ts';
import { createCallbacks } from './callbacks.ts';
import { consolePath, withConsole } from './console.ts';
import { openDatabase } from './database.ts';
import { handlersOf } from './handlers.ts';
import { createJobs } from './jobs.ts';
import { libreTranslate } from './libreTranslate.ts';
import type { MachineText } from './machine.ts';
import { OPERATOR_KEY } from './protocol/signature.ts';
import { pseudoMachine } from './pseudoText.ts';
import { createServer } from './server.ts';
import { createTokens } from './tokens.ts';
import { createWorker } from './worker.ts';

export interface EngineOptions {
  /** 0: the system chooses a free port. */
  readonly port: number;
  /** Default: loopback. */
  readonly host?: string;
  /** The database file; default: memory. */
  readonly file?: string;
  /** The key with which the engine and the site sign requests. */
  readonly key: string;
  /** The site to call back, which may be in the engine's own network; default: any site at a public address. */
  readonly site?: string | undefined;
  /** A server with LibreTranslate's `/translate`; default: pseudo-text. */
  readonly machine?: { readonly address: string; readonly apiKey?: string | undefined } | undefined;
  readonly now?: () => Date;
  readonly log: Log;
}

export interface RunningEngine {
  /** `http://127.0.0.1:4711` */
  readonly address: string;
  stop(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/** Starts the engine, which continues the unfinished jobs of an earlier run. */
export const startEngine = async (options: EngineOptions): Promise<RunningEngine> => {
  const { key, log, host = LOOPBACK } = options;
  const now = (): number => (options.now?.() ?? new Date()).getTime();
  const database = openDatabase(options.file ?? ':memory:');
  const tokens = createTokens(database, now);
  const outgoing = createOutgoing({ policy: callbackPolicy(options.site), userAgent: 'Almanac-Engine/0.1' });
  const callbacks = createCallbacks({ database, outgoing, now, log });
  const machine = machineOf(options);
  const worker = createWorker({ database, machine, callbacks, now, log });
  let address = '';
  const account = createAccount(database, tokens, (token) => `${address}${consolePath(token)}`);
  const jobs = createJobs({ database, tokens, worker, now });
  const handlers = handlersOf({ jobs, account, agency: createAgency({ database, machine }) });
  const secretOf = (name: string): string | undefined => (name === OPERATOR_KEY ? key : account.secretOf(name));
  const server = createServer({ handlers, secretOf, now, log });
  const listening = await listen(withConsole(account.enterConsole, server), { port: options.port, host });
  address = `http://${host}:${listening.port}`;
  worker.resume();
  callbacks.run();
  const stop = async (): Promise<void> => {
    await listening.close(1_000);
    await Promise.all([worker.stop(), callbacks.stop()]);
    database.close();
  };
  let stopping: Promise<void> | undefined;
  return {
    address,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
};

const machineOf = ({ machine }: EngineOptions): MachineText => {
  if (machine === undefined) return pseudoMachine;
  return libreTranslate({ ...machine, outgoing: createOutgoing({ policy: originPolicy(machine.address) }) });
};

/** Allows callbacks to the configured site at any address; without one, to public addresses. */
const callbackPolicy = (site: string | undefined): Policy => (site === undefined ? publicPolicy() : originPolicy(site));
