import { setTimeout } from 'node:timers/promises';
import { isTraced, type TelemetrySettings } from './settings.ts';
import { useTracer } from './spans.ts';

export interface Telemetry {
  /** Sends the spans that have ended. */
  flush(): Promise<void>;
  /** Sends the remaining spans and stops tracing. */
  stop(): Promise<void>;
}

export interface TelemetryOptions {
  /** The process's part of the site, for spans that belong to no service. */
  readonly part: string;
  readonly log: { warn(fields: object, message: string): void };
}

/** Milliseconds that a stopping process waits for its collector. */
const LEAVE_WITHIN = 2_000;

/** Starts to trace this process if its settings name a collector; otherwise loads nothing and returns undefined. */
export const startTelemetry = async (
  settings: TelemetrySettings,
  { part, log }: TelemetryOptions,
): Promise<Telemetry | undefined> => {
  if (!isTraced(settings)) return undefined;
  const { createOpenTelemetry } = await import('./openTelemetry.ts');
  const { tracer, flush, stop } = createOpenTelemetry(settings, part, (err) => {
    log.warn({ err }, 'the collector is not reachable; dropping traces until it is');
  });
  useTracer(tracer);
  return {
    flush,
    stop: async () => {
      useTracer(undefined);
      const late = setTimeout(LEAVE_WITHIN, undefined, { ref: false });
      await Promise.race([stop().catch(() => undefined), late]);
    },
  };
};
