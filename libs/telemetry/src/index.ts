export { type AskedBy, askedBy, whileAskedBy } from './askedBy.ts';
export { httpSpan, noteRoute, onRoute, routeOf } from './http.ts';
export { telemetryVariables } from './settings.ts';
export { type OpenSpan, type SpanOptions, spans } from './spans.ts';
export { startTelemetry } from './startTelemetry.ts';
