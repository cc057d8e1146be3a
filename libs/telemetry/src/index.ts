export { type AskedBy, askedBy, httpSpan, noteRoute, onRoute, routeOf, runForRequest } from './http.ts';
export { telemetryVariables } from './settings.ts';
export { sendLogLine, sendMetrics } from './sinks.ts';
export { type OpenSpan, type SpanOptions, spans } from './spans.ts';
export { startTelemetry } from './startTelemetry.ts';
