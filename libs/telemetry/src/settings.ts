import { z } from 'zod';

/** Ratios where the sampler takes one. */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** The environment variables that OpenTelemetry gives every program, as far as traces go. */
export const telemetryVariables = {
  /** Where a collector takes traces by OTLP over HTTP, such as `http://localhost:4318`; without it none are made. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** The same for traces alone, with the whole path. */
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** What is spoken; a collector that takes OTLP over HTTP takes it. */
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal('http/json').optional(),
  /** `name=value,…`, sent with the traces. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  /** Milliseconds in which the collector must have answered. */
  OTEL_EXPORTER_OTLP_TIMEOUT: z.coerce.number().int().positive().optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).optional(),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).optional(),
  /** Milliseconds between two exports. */
  OTEL_BSP_SCHEDULE_DELAY: z.coerce.number().int().positive().optional(),
  /** `service.name` of all spans of the process; without it each part of the site has its own. */
  OTEL_SERVICE_NAME: z.string().optional(),
  /** `name=value,…` of all spans, such as `deployment.environment.name=production`. */
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).optional(),
};

const schema = z.object(telemetryVariables);

export type TelemetrySettings = z.output<typeof schema>;

/** Whether traces are wanted. */
export const isTraced = (settings: TelemetrySettings): boolean =>
  (settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined &&
  settings.OTEL_SDK_DISABLED !== 'true' &&
  settings.OTEL_TRACES_EXPORTER !== 'none';
