import { type DestinationStream, type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino';
import pretty, { type PrettyOptions } from 'pino-pretty';
import { withoutSecrets } from './hiddenSecrets.ts';

export type Log = Logger;

export interface LogOptions {
  readonly level: string;
  /** For people who watch a terminal instead of JSON for machines. */
  readonly pretty: boolean;
}

// every line passes here as it is written, whatever it was made of
const hooks = { streamWrite: withoutSecrets };

const serializers = { err: stdSerializers.err, error: stdSerializers.err };

const MACHINES = ['level', 'time', 'pid', 'hostname', 'service', 'msg', 'err', 'error'];

/**
 * One line with the message and its fields, followed by an error's stack. An answered request is written as in access
 * logs.
 */
const inOneLine = (record: Record<string, unknown>): string => {
  const { service, msg, method, url, status, took, who } = record;
  if (method !== undefined && took !== undefined) return `[${service}] ${status} ${method} ${url} ${took} ms ${who}`;
  const rest = Object.entries(record).filter(([name]) => !MACHINES.includes(name));
  const facts = rest.map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const [error] = [record.err, record.error].filter((each) => each !== undefined) as { stack?: string }[];
  return `${service === undefined ? '' : `[${service}] `}${msg}${facts.join('')}${error ? `\n${error.stack}` : ''}`;
};

const forPeople: PrettyOptions = {
  colorize: true,
  translateTime: 'SYS:HH:MM:ss',
  ignore: 'pid,hostname',
  hideObject: true,
  messageFormat: inOneLine,
  sync: true,
};

/** The process's log, on standard output, without secrets. Take `log.child({ service })` for each part. */
export const createLog = ({ level, pretty: readable }: LogOptions, destination?: DestinationStream): Log => {
  const options = { level, timestamp: stdTimeFunctions.isoTime, hooks, serializers };
  if (readable) return pino(options, pretty({ ...forPeople, ...(destination && { destination }) }));
  return destination === undefined ? pino(options) : pino(options, destination);
};

/** A log for specs. */
export const silentLog: Log = pino({ level: 'silent' });
