export { type AskedBy, askedBy, whileAskedBy } from './askedBy.ts';
export { httpSpan, noteRoute, onRoute, routeOf } from './http.ts';
export { type TelemetrySettings, telemetryVariables } from './settings.ts';
export { type Attributes, type OpenSpan, type SpanOptions, spans } from './spans.ts';
export { startTelemetry, type Telemetry } from './startTelemetry.ts';
