import { spans } from '@almanac/telemetry';
import { type DestinationStream, type Logger, type LoggerOptions, pino, stdSerializers, stdTimeFunctions } from 'pino';
import pretty, { type PrettyOptions } from 'pino-pretty';
import { withoutSecrets } from './hiddenSecrets.ts';

export type Log = Logger;

export interface LogOptions {
  readonly level: string;
  /** For people who watch a terminal instead of JSON for machines. */
  readonly pretty: boolean;
  /** Lines below `warn` are left out until it says so: a start that has a banner tells by that what it does. */
  readonly hasBegun?: () => boolean;
}

const WARN = 40;

const hooksOf = (hasBegun: () => boolean): NonNullable<LoggerOptions['hooks']> => ({
  // every line passes here as it is written, whatever it was made of
  streamWrite: withoutSecrets,
  logMethod(args, method, level) {
    if (level >= WARN || hasBegun()) method.apply(this, args);
  },
});

/** Leads from a line to the trace in which it was written, by the names that collectors look for. */
export const traceMembers = (sampled: string | undefined): object => {
  const [, trace_id, span_id] = sampled?.split('-') ?? [];
  return trace_id === undefined ? {} : { trace_id, span_id };
};

const mixin = (): object => traceMembers(spans.current().sampled);

const serializers = { err: stdSerializers.err, error: stdSerializers.err };

const MACHINES = ['level', 'time', 'pid', 'hostname', 'service', 'msg', 'err', 'error', 'trace_id', 'span_id'];

/**
 * One line with the message and its fields, followed by an error's stack. An answered request is written as in access
 * logs.
 */
const inOneLine = (record: Record<string, unknown>): string => {
  const { service, msg, method, url, status, took, who, id } = record;
  if (method !== undefined && took !== undefined)
    return `[${service}] ${msg} ${status} ${method} ${url} in ${took} ms, ${who}, request ${id}`;
  const rest = Object.entries(record).filter(([name]) => !MACHINES.includes(name));
  const facts = rest.map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const error = record.err ?? record.error;
  const stack = typeof error === 'object' && error !== null && 'stack' in error ? `\n${error.stack}` : '';
  return `${service === undefined ? '' : `[${service}] `}${msg}${facts.join('')}${stack}`;
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
export const createLog = (
  { level, pretty: readable, hasBegun = () => true }: LogOptions,
  destination?: DestinationStream,
): Log => {
  const options = { level, timestamp: stdTimeFunctions.isoTime, hooks: hooksOf(hasBegun), serializers, mixin };
  if (readable) return pino(options, pretty({ ...forPeople, ...(destination && { destination }) }));
  return destination === undefined ? pino(options) : pino(options, destination);
};

/** A log for specs. */
export const silentLog: Log = pino({ level: 'silent' });
