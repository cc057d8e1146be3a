import { type DestinationStream, type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino';
import pretty from 'pino-pretty';

export type Log = Logger;

export interface LogOptions {
  readonly level: string;
  /** For people who watch a terminal instead of JSON for machines. */
  readonly pretty: boolean;
}

// Passwords and credentials never reach the log, however deep (to three levels) they stand in what is logged.
const secrets = ['authorization', 'cookie', 'password', 'secret', 'principal'];
const redact = secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*["x-almanac-${name}"]`]);

const serializers = { err: stdSerializers.err, error: stdSerializers.err };

const forPeople = {
  colorize: true,
  ignore: 'pid,hostname,service',
  messageFormat: '{if service}[{service}] {end}{msg}',
  sync: true,
};

/** The process's log, on standard output. Take `log.child({ service })` for each part. */
export const createLog = ({ level, pretty: readable }: LogOptions, destination?: DestinationStream): Log => {
  const options = { level, timestamp: stdTimeFunctions.isoTime, redact, serializers };
  if (readable) return pino(options, pretty({ ...forPeople, ...(destination && { destination }) }));
  return destination === undefined ? pino(options) : pino(options, destination);
};

/** A log for specs. */
export const silentLog: Log = pino({ level: 'silent' });
