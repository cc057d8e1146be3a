import { setTimeout } from 'node:timers/promises';
import { sentKinds, type TelemetrySettings } from './settings.ts';
import { type Sinks, useSinks } from './sinks.ts';
import { useTracer } from './spans.ts';

export interface Telemetry {
  /** Sends what waits: ended spans, log lines, current metrics. */
  flush(): Promise<void>;
  /** Sends the rest and stops sending. */
  stop(): Promise<void>;
}

export interface TelemetryOptions {
  /** The process's part of the site, for spans that belong to no service. */
  readonly part: string;
  readonly log: { warn(fields: object, message: string): void };
}

/** Milliseconds that a stopping process waits for its collector. */
const LEAVE_WITHIN = 2_000;

/**
 * Starts to send the kinds of telemetry that the settings name: traces, log lines, metrics. Loads the packages of these
 * alone; returns undefined if there are none. Start it before metrics are created.
 */
export const startTelemetry = async (
  settings: TelemetrySettings,
  { part, log }: TelemetryOptions,
): Promise<Telemetry | undefined> => {
  const kinds = sentKinds(settings);
  if (kinds.length === 0) return undefined;
  const outlets: Telemetry[] = [];
  const sinks: { -readonly [Name in keyof Sinks]: Sinks[Name] } = {};
  const reporting = (kind: string) => (err: unknown) =>
    log.warn({ err }, `the collector is not reachable; dropping ${kind} until it is`);
  if (kinds.includes('traces')) {
    const { createOpenTelemetry } = await import('./openTelemetry.ts');
    const { tracer, ...outlet } = createOpenTelemetry(settings, part, reporting('traces'));
    useTracer(tracer);
    outlets.push(outlet);
  }
  if (kinds.includes('logs')) {
    const { createLogSink } = await import('./openTelemetryLogs.ts');
    const { write, ...outlet } = createLogSink(settings, part, reporting('logs'));
    sinks.line = write;
    outlets.push(outlet);
  }
  if (kinds.includes('metrics')) {
    const { createMetricSink } = await import('./openTelemetryMetrics.ts');
    const { add, ...outlet } = createMetricSink(settings, reporting('metrics'));
    sinks.source = add;
    outlets.push(outlet);
  }
  useSinks(sinks);
  return {
    flush: async () => void (await Promise.all(outlets.map((outlet) => outlet.flush()))),
    stop: async () => {
      useTracer(undefined);
      useSinks({});
      const late = setTimeout(LEAVE_WITHIN, undefined, { ref: false });
      await Promise.race([Promise.allSettled(outlets.map((outlet) => outlet.stop())), late]);
    },
  };
};
