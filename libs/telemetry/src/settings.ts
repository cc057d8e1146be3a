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

/** The OpenTelemetry environment variables for traces. */
export const telemetryVariables = {
  /** The address of a collector for OTLP over HTTP, such as `http://localhost:4318`; without it nothing is traced. */
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

/** True if traces are configured and enabled. */
export const isTraced = (settings: TelemetrySettings): boolean =>
  (settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined &&
  settings.OTEL_SDK_DISABLED !== 'true' &&
  settings.OTEL_TRACES_EXPORTER !== 'none';
