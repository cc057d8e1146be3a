import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Tracer as ApiTracer,
  type Context,
  INVALID_SPAN_CONTEXT,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { samplerOf } from './sampler.ts';
import type { TelemetrySettings } from './settings.ts';
import type { Attributes, OpenSpan, SpanOptions, Tracer } from './spans.ts';
import { type Place, placeIn, traceparentOf } from './traceContext.ts';

/** A span with whose it is, as the code within it finds them. */
interface Around {
  readonly span: OpenSpan;
  readonly place: Place;
  readonly service: string;
}

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** Spans by OpenTelemetry, sent in batches. Nothing of any module is changed: spans are made where the code says so. */
export const createOpenTelemetry = (settings: TelemetrySettings, part: string, onFailure: (error: unknown) => void) => {
  const around = new AsyncLocalStorage<Around>();
  const processor = new BatchSpanProcessor({
    exporter: telling(new OTLPTraceExporter(), onFailure),
    ...(settings.OTEL_BSP_SCHEDULE_DELAY !== undefined && { scheduledDelayMillis: settings.OTEL_BSP_SCHEDULE_DELAY }),
  });
  const tracerOf = createTracers(settings, processor);

  const begin: Tracer['begin'] = (name, options) => {
    const outer = around.getStore();
    const parent = placeIn(options.parent) ?? outer?.place;
    if (!(options.root || parent?.traceFlags === 1)) return undefined;
    const service = options.service ?? outer?.service ?? part;
    const span = tracerOf(service).startSpan(name, startOf(options), contextOf(parent));
    return openSpan(span, service, around);
  };

  return {
    tracer: { begin, current: () => around.getStore()?.span } satisfies Tracer,
    flush: () => processor.forceFlush(),
    stop: () => processor.shutdown(),
  };
};

/** An exporter that tells when it begins to fail, once until it succeeds. */
const telling = (exporter: SpanExporter, onFailure: (error: unknown) => void): SpanExporter => {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== 0;
        if (failed && !isFailing) onFailure(result.error);
        isFailing = failed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
};

/** A tracer for each service, whose name is its resource's. */
const createTracers = (settings: TelemetrySettings, processor: BatchSpanProcessor) => {
  const sampler = samplerOf(settings);
  const said = detectResources({ detectors: [envDetector] });
  const tracers = new Map<string, ApiTracer>();
  return (service: string): ApiTracer => {
    const known = tracers.get(service);
    if (known !== undefined) return known;
    const named = resourceFromAttributes({ 'service.name': `almanac-${service}`, 'service.namespace': 'almanac' });
    const provider = new TracerProvider({ sampler, resource: named.merge(said), spanProcessors: [processor] });
    const made = provider.getTracer(`almanac/${service}`);
    tracers.set(service, made);
    return made;
  };
};

const startOf = ({ kind = 'internal', attributes, link }: SpanOptions) => {
  const linked = placeIn(link);
  return {
    kind: KINDS[kind],
    ...(attributes !== undefined && { attributes: said(attributes) }),
    ...(linked !== undefined && { links: [{ context: remote(linked) }] }),
  };
};

const contextOf = (parent: Place | undefined): Context =>
  parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote(parent));

const remote = (place: Place): SpanContext => ({ ...INVALID_SPAN_CONTEXT, ...place, isRemote: true });

const said = (attributes: Attributes) => {
  const known = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as Record<string, string | number | boolean>;
};

const openSpan = (span: Span, service: string, around: AsyncLocalStorage<Around>): OpenSpan => {
  const place = span.spanContext();
  const traceparent = traceparentOf(place);
  const open: OpenSpan = {
    traceparent,
    sampled: place.traceFlags & 1 ? traceparent : undefined,
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes(said(attributes)),
    fail: (error) => {
      span.setAttributes({ 'error.type': kindOf(error) });
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span.end(),
    around: (work) => around.run({ span: open, place, service }, work),
  };
  return open;
};

/** The code of an error of ours or of Node, else its class; a text is said as it is. */
const kindOf = (error: unknown): string => {
  if (typeof error === 'string') return error;
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  return String(code ?? name ?? '_OTHER');
};
