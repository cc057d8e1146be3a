import { setTimeout } from 'node:timers/promises';
import { isTraced, type TelemetrySettings } from './settings.ts';
import { useTracer } from './spans.ts';

export interface Telemetry {
  /** Sends the spans that have ended. */
  flush(): Promise<void>;
  /** Sends what is left, and makes no more. */
  stop(): Promise<void>;
}

export interface Traced {
  /** The process's part of the site, for spans that belong to no service. */
  readonly part: string;
  readonly log: { warn(fields: object, message: string): void };
}

/** Milliseconds that a process that stops waits for its collector. */
const LEAVE_WITHIN = 2_000;

/**
 * Begins to trace this process, where its settings name a collector; otherwise nothing is loaded and nothing is made.
 */
export const startTelemetry = async (
  settings: TelemetrySettings,
  { part, log }: Traced,
): Promise<Telemetry | undefined> => {
  if (!isTraced(settings)) return undefined;
  const { createOpenTelemetry } = await import('./openTelemetry.ts');
  const { tracer, flush, stop } = createOpenTelemetry(settings, part, (err) => {
    log.warn({ err }, 'traces cannot be sent to the collector, and are dropped until they can');
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
