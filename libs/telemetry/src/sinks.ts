/** The metrics of a part of the site. */
export interface MetricSource {
  readonly service: string;
  /** Reads the metrics, as prom-client's registry returns them as JSON. */
  read(): Promise<readonly object[]>;
}

/** Receives log lines and metrics for a collector; `startTelemetry` installs one where the settings ask for it. */
export interface Sinks {
  /** Sends a line of the log: JSON, without secrets. */
  readonly line?: (line: string) => void;
  /** Sends the metrics of a source at intervals. */
  readonly source?: (source: MetricSource) => void;
}

let sinks: Sinks = {};

/** Installs the sinks of this process; an empty object removes them. */
export const useSinks = (given: Sinks): void => {
  sinks = given;
};

/** Sends a line of the log to the collector, if one receives logs. */
export const sendLogLine = (line: string): void => sinks.line?.(line);

/** Sends metrics to the collector from now on, if one receives metrics. */
export const sendMetrics = (source: MetricSource): void => sinks.source?.(source);
