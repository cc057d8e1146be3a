import { createRequire } from 'node:module';
import { sendLogLine, spans } from '@almanac/telemetry';
import { type DestinationStream, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino';
import type { PrettyOptions } from 'pino-pretty';
import { withoutSecrets } from './hiddenSecrets.ts';

const require = createRequire(import.meta.url);
/** Loads the package for a log that people read. */
const pretty = (options: PrettyOptions): DestinationStream => {
  const pinoPretty: typeof import('pino-pretty') = require('pino-pretty');
  return pinoPretty(options);
};

export type Log = Logger;

export interface LogOptions {
  readonly level: string;
  /** True for people at a terminal; false writes JSON for machines. */
  readonly pretty: boolean;
  /** Until it returns true, lines below `warn` are dropped: a start with a banner reports its progress there. */
  readonly hasBegun?: () => boolean;
}

const WARN = 40;

const hooksOf = (hasBegun: () => boolean): NonNullable<LoggerOptions['hooks']> => ({
  // every written line passes here, whatever its source
  streamWrite(line) {
    const shown = withoutSecrets(line);
    sendLogLine(shown);
    return shown;
  },
  logMethod(args, method, level) {
    if (level >= WARN || hasBegun()) method.apply(this, args);
  },
});

const NO_TRACE = Object.freeze({});

/** Returns the members that link a line to its trace, with the names that collectors expect. */
export const traceMembers = (sampled: string | undefined): object => {
  const [, trace_id, span_id] = sampled?.split('-') ?? [];
  return trace_id === undefined ? NO_TRACE : { trace_id, span_id };
};

const mixin = (): object => traceMembers(spans.current().sampled);

/** Adds the members of the trace to a record; without a trace the record is not copied. */
const mixinMergeStrategy = (record: object, trace: object): object =>
  trace === NO_TRACE ? record : { ...trace, ...record };

const SECOND_MS = 1_000;
/** Characters of an ISO time before its milliseconds. */
const BEFORE_MS = '2031-06-01T10:00:00.'.length;

let lastSecond = { from: Number.NaN, text: '' };

/** Returns the time of a line as a member of its JSON, in ISO form; formats the date once per second. */
const timestamp = (): string => {
  const now = Date.now();
  const from = now - (now % SECOND_MS);
  if (from !== lastSecond.from) lastSecond = { from, text: new Date(from).toISOString().slice(0, BEFORE_MS) };
  return `,"time":"${lastSecond.text}${String(now % SECOND_MS).padStart(3, '0')}Z"`;
};

const serializers = { err: stdSerializers.err, error: stdSerializers.err };

const textMember = (value: unknown, name: string, before: string): string => {
  const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof text === 'string' ? `${before}${text}` : '';
};

const MACHINES = ['level', 'time', 'pid', 'hostname', 'service', 'msg', 'err', 'error', 'trace_id', 'span_id'];

/**
 * Formats a record as one line with the message and its fields, followed by an error's remedy and stack.
 * Answered requests are formatted like access logs.
 */
const inOneLine = (record: Record<string, unknown>): string => {
  const { service, msg, method, url, status, took, who, id } = record;
  if (method !== undefined && took !== undefined)
    return `[${service}] ${msg} ${status} ${method} ${url} in ${took} ms, ${who}, request ${id}`;
  const rest = Object.entries(record).filter(([name]) => !MACHINES.includes(name));
  const facts = rest.map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const error = record.err ?? record.error;
  const remedy = textMember(error, 'remedy', ' remedy=');
  const stack = textMember(error, 'stack', '\n');
  return `${service === undefined ? '' : `[${service}] `}${msg}${facts.join('')}${remedy}${stack}`;
};

const forPeople: PrettyOptions = {
  colorize: true,
  translateTime: 'SYS:HH:MM:ss',
  ignore: 'pid,hostname',
  hideObject: true,
  messageFormat: inOneLine,
  sync: true,
};

/** Creates the process's log on standard output, without secrets. Use `log.child({ service })` for each part. */
export const createLog = (
  { level, pretty: readable, hasBegun = () => true }: LogOptions,
  destination?: DestinationStream,
): Log => {
  const options = {
    level,
    formatters: { level: (word: string) => ({ level: word }) },
    timestamp,
    hooks: hooksOf(hasBegun),
    serializers,
    mixin,
    mixinMergeStrategy,
  };
  if (readable) return pino(options, pretty({ ...forPeople, ...(destination && { destination }) }));
  return destination === undefined ? pino(options) : pino(options, destination);
};

/** A log for specs, without output. */
export const silentLog: Log = pino({ level: 'silent' });
