import { z } from 'zod';

/** The supported samplers; those by ratio take one as their argument. */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** The OpenTelemetry environment variables for traces, logs and metrics. */
export const telemetryVariables = {
  /**
   * The address of a collector for OTLP over HTTP, such as `http://localhost:4318`; without it nothing is traced, and
   * logs and metrics go to that address, if they are sent.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** The same for traces alone, with the whole path. */
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** The protocol; every collector for OTLP over HTTP accepts it. */
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal('http/json').optional(),
  /** Headers of the exports, as `name=value,…`. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  /** Timeout of an export in milliseconds. */
  OTEL_EXPORTER_OTLP_TIMEOUT: z.coerce.number().int().positive().optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).optional(),
  /** `otlp` sends the log to the collector too. */
  OTEL_LOGS_EXPORTER: z.enum(['otlp', 'none']).optional(),
  /** `otlp` sends the metrics of `/metrics` to the collector too. */
  OTEL_METRICS_EXPORTER: z.enum(['otlp', 'none']).optional(),
  OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Milliseconds between two exports of logs. */
  OTEL_BLRP_SCHEDULE_DELAY: z.coerce.number().int().positive().optional(),
  /** Milliseconds between two exports of metrics. */
  OTEL_METRIC_EXPORT_INTERVAL: z.coerce.number().int().positive().optional(),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).optional(),
  /** Milliseconds between two exports. */
  OTEL_BSP_SCHEDULE_DELAY: z.coerce.number().int().positive().optional(),
  /** `service.name` of all spans of the process; without it each part of the site has its own. */
  OTEL_SERVICE_NAME: z.string().optional(),
  /** Attributes of all spans as `name=value,…`, such as `deployment.environment.name=production`. */
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).optional(),
};

const schema = z.object(telemetryVariables);

export type TelemetrySettings = z.output<typeof schema>;

/** Returns the kinds of telemetry that are configured and enabled. */
export const sentKinds = (settings: TelemetrySettings): readonly ('traces' | 'logs' | 'metrics')[] => {
  if (settings.OTEL_SDK_DISABLED === 'true') return [];
  const collector = settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  return [
    ...(collector !== undefined && settings.OTEL_TRACES_EXPORTER !== 'none' ? (['traces'] as const) : []),
    ...(settings.OTEL_LOGS_EXPORTER === 'otlp' ? (['logs'] as const) : []),
    ...(settings.OTEL_METRICS_EXPORTER === 'otlp' ? (['metrics'] as const) : []),
  ];
};
