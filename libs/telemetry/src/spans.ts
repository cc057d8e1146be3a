/** Attributes of a span: ids, types and counts; nothing personal, no addresses, no queries. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanOptions {
  readonly kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  /** The service that owns the span, in a process of several services; default: that of the span around it. */
  readonly service?: string;
  /** The `traceparent` of the parent span, elsewhere or earlier; default: the span around it. */
  readonly parent?: string | undefined;
  /** The `traceparent` of a related trace that the span does not belong to. */
  readonly link?: string | undefined;
  /** True to start a trace if there is no parent. Other spans are recorded only within a trace. */
  readonly root?: boolean;
  readonly attributes?: Attributes;
}

/** A span that has not ended. */
export interface OpenSpan {
  /** W3C Trace Context for other processes that continue the trace; undefined without a tracer. */
  readonly traceparent: string | undefined;
  /** The same if the trace is sampled, else undefined; stored with a commit. */
  readonly sampled: string | undefined;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Marks the span as failed. Records only the kind of an error: messages may name people. */
  fail(error: unknown): void;
  end(): void;
  /** Runs work whose spans become children of this one. */
  around<Result>(work: () => Result): Result;
}

/** Starts spans; `startTelemetry` installs one if traces are configured. */
export interface Tracer {
  begin(name: string, options: SpanOptions): OpenSpan | undefined;
  current(): OpenSpan | undefined;
}

const silent: OpenSpan = {
  traceparent: undefined,
  sampled: undefined,
  rename: () => undefined,
  set: () => undefined,
  fail: () => undefined,
  end: () => undefined,
  around: (work) => work(),
};

let tracer: Tracer | undefined;

/** Installs a tracer for this process; undefined removes it. */
export const useTracer = (given: Tracer | undefined): void => {
  tracer = given;
};

/** Spans of this process. Without a tracer they cost a comparison. */
export const spans = {
  /** True if spans are recorded: check it before you collect attributes. */
  areMade: (): boolean => tracer !== undefined,
  /** Starts a span that its caller ends; without a tracer it does nothing. */
  begin: (name: string, options: SpanOptions = {}): OpenSpan => tracer?.begin(name, options) ?? silent,
  /** Returns the span around the current code. */
  current: (): OpenSpan => tracer?.current() ?? silent,
  /** Runs work in a span, which ends with it. */
  run: async <Result>(
    name: string,
    options: SpanOptions,
    work: (span: OpenSpan) => Promise<Result>,
  ): Promise<Result> => {
    const span = tracer?.begin(name, options);
    if (span === undefined) return work(silent);
    try {
      return await span.around(() => work(span));
    } catch (error) {
      span.fail(error);
      throw error;
    } finally {
      span.end();
    }
  },
};
