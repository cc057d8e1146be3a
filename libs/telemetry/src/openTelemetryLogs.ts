import { type Context, type Logger, ROOT_CONTEXT, SeverityNumber, trace } from '@opentelemetry/api';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { reportFailures } from './reportFailures.ts';
import { resourceOf } from './resource.ts';
import type { TelemetrySettings } from './settings.ts';

const SEVERITIES = new Map([
  ['trace', SeverityNumber.TRACE],
  ['debug', SeverityNumber.DEBUG],
  ['info', SeverityNumber.INFO],
  ['warn', SeverityNumber.WARN],
  ['error', SeverityNumber.ERROR],
  ['fatal', SeverityNumber.FATAL],
]);

/** Members of a line that a record has elsewhere. */
const OWN = ['level', 'time', 'pid', 'hostname', 'service', 'msg', 'trace_id', 'span_id', 'err', 'error'];

/** Creates a sink that sends log lines in batches. Members of a line are attributes; nested ones are JSON texts. */
export const createLogSink = (settings: TelemetrySettings, part: string, onFailure: (error: unknown) => void) => {
  const processor = new BatchLogRecordProcessor({
    exporter: reportFailures(new OTLPLogExporter(), onFailure),
    ...(settings.OTEL_BLRP_SCHEDULE_DELAY !== undefined && { scheduledDelayMillis: settings.OTEL_BLRP_SCHEDULE_DELAY }),
  });
  const loggers = new Map<string, Logger>();
  const loggerOf = (service: string): Logger =>
    loggers.getOrInsertComputed(service, () =>
      new LoggerProvider({ resource: resourceOf(service), processors: [processor] }).getLogger(`almanac/${service}`),
    );

  const write = (text: string): void => {
    const line: Readonly<Record<string, unknown>> = JSON.parse(text);
    const severityText = String(line.level);
    loggerOf(typeof line.service === 'string' ? line.service : part).emit({
      timestamp: new Date(String(line.time)),
      severityNumber: SEVERITIES.get(severityText) ?? SeverityNumber.UNSPECIFIED,
      severityText,
      body: String(line.msg ?? ''),
      attributes: { ...membersOf(line), ...exceptionOf(line.err ?? line.error) },
      context: contextOf(line),
    });
  };
  return { write, flush: () => processor.forceFlush(), stop: () => processor.shutdown() };
};

const membersOf = (line: object): Record<string, string | number | boolean> =>
  Object.fromEntries(
    Object.entries(line).flatMap(([name, value]) => (OWN.includes(name) ? [] : [[name, attributeOf(value)]])),
  );

const attributeOf = (value: unknown): string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : JSON.stringify(value);

/** Returns an error with the names of OpenTelemetry's semantic conventions; its code and remedy have none. */
const exceptionOf = (error: unknown): Record<string, string> => {
  if (typeof error !== 'object' || error === null) return {};
  const named = Object.entries({
    'exception.type': 'type',
    'exception.message': 'message',
    'exception.stacktrace': 'stack',
    'almanac.code': 'code',
    'almanac.remedy': 'remedy',
  }).map(([attribute, member]) => [attribute, Reflect.get(error, member)]);
  return Object.fromEntries(named.filter(([, value]) => typeof value === 'string'));
};

const contextOf = ({ trace_id: traceId, span_id: spanId }: Readonly<Record<string, unknown>>): Context =>
  typeof traceId === 'string' && typeof spanId === 'string'
    ? trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: 1 })
    : ROOT_CONTEXT;
