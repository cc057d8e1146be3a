import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Tracer as ApiTracer,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { reportFailures } from './reportFailures.ts';
import { resourceOf } from './resource.ts';
import { samplerOf } from './sampler.ts';
import type { TelemetrySettings } from './settings.ts';
import type { Attributes, OpenSpan, SpanOptions, Tracer } from './spans.ts';
import { type Place, placeIn, traceparentOf } from './traceContext.ts';

/** The context of code within a span. */
type Around = PlacedSpan;

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/**
 * Creates a tracer with OpenTelemetry, which sends spans in batches. It patches no modules: spans start only at calls
 * in the code.
 */
export const createOpenTelemetry = (settings: TelemetrySettings, part: string, onFailure: (error: unknown) => void) => {
  const around = new AsyncLocalStorage<Around>();
  const processor = new BatchSpanProcessor({
    exporter: reportFailures(new OTLPTraceExporter(), onFailure),
    ...(settings.OTEL_BSP_SCHEDULE_DELAY !== undefined && { scheduledDelayMillis: settings.OTEL_BSP_SCHEDULE_DELAY }),
  });
  const tracerOf = createTracers(settings, processor);

  const begin: Tracer['begin'] = (name, options) => {
    const outer = around.getStore();
    const elsewhere = placeIn(options.parent);
    const parent = elsewhere ?? outer?.place;
    if (!(options.root || parent?.traceFlags === 1)) return undefined;
    const service = options.service ?? outer?.service ?? part;
    const context =
      parent === undefined
        ? ROOT_CONTEXT
        : trace.setSpanContext(ROOT_CONTEXT, contextAt(parent, elsewhere !== undefined));
    return new PlacedSpan(tracerOf(service).startSpan(name, startOf(options), context), service, around);
  };

  return {
    tracer: { begin, current: () => around.getStore() } satisfies Tracer,
    flush: () => processor.forceFlush(),
    stop: () => processor.shutdown(),
  };
};

/** Creates a tracer per service, since the service's name belongs to its resource. */
const createTracers = (settings: TelemetrySettings, processor: BatchSpanProcessor) => {
  const sampler = samplerOf(settings);
  const tracers = new Map<string, ApiTracer>();
  return (service: string): ApiTracer => {
    const known = tracers.get(service);
    if (known !== undefined) return known;
    const provider = new TracerProvider({ sampler, resource: resourceOf(service), spanProcessors: [processor] });
    const made = provider.getTracer(`almanac/${service}`);
    tracers.set(service, made);
    return made;
  };
};

const startOf = ({ kind = 'internal', attributes, link }: SpanOptions) => {
  const linked = placeIn(link);
  return {
    kind: KINDS[kind],
    ...(attributes !== undefined && { attributes: { ...attributes } }),
    ...(linked !== undefined && { links: [{ context: contextAt(linked, true) }] }),
  };
};

const contextAt = ({ traceId, spanId, traceFlags }: Place, isRemote: boolean): SpanContext => {
  return { traceId, spanId, traceFlags, isRemote };
};

/** A span with its context, which is the parent of spans within it. */
class PlacedSpan implements OpenSpan {
  readonly #span: Span;
  readonly #around: AsyncLocalStorage<Around>;
  readonly place: Place;
  readonly service: string;

  constructor(span: Span, service: string, around: AsyncLocalStorage<Around>) {
    this.#span = span;
    this.#around = around;
    this.place = span.spanContext();
    this.service = service;
  }

  get traceparent(): string {
    return traceparentOf(this.place);
  }

  get sampled(): string | undefined {
    return this.place.traceFlags & 1 ? this.traceparent : undefined;
  }

  rename(name: string): void {
    this.#span.updateName(name);
  }

  set(attributes: Attributes): void {
    for (const [name, value] of Object.entries(attributes))
      if (value !== undefined) this.#span.setAttribute(name, value);
  }

  fail(error: unknown): void {
    this.#span.setAttribute('error.type', kindOf(error));
    this.#span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    this.#span.end();
  }

  around<Result>(work: () => Result): Result {
    return this.#around.run(this, work);
  }
}

/** Returns the code of an error of Almanac or Node, else its class; a text stays unchanged. */
const kindOf = (error: unknown): string => {
  if (typeof error === 'string') return error;
  if (typeof error !== 'object' || error === null) return '_OTHER';
  const code = 'code' in error ? error.code : undefined;
  const name = 'name' in error ? error.name : undefined;
  return String(code ?? name ?? '_OTHER');
};
