/** What a span says beside its name and times: ids, types and counts; nothing personal, no addresses, no queries. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanOptions {
  readonly kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  /** Whose span it is, where many services share a process; default: of the span around it. */
  readonly service?: string;
  /** The `traceparent` of the span that caused it, elsewhere or earlier; default: the span around it. */
  readonly parent?: string | undefined;
  /** The `traceparent` of a trace that it does not belong to, but has to do with. */
  readonly link?: string | undefined;
  /** Begins a trace where nothing has caused it. Others are made within a trace alone. */
  readonly root?: boolean;
  readonly attributes?: Attributes;
}

/** A span that goes on. */
export interface OpenSpan {
  /** For whoever continues the trace elsewhere, W3C Trace Context; undefined where nothing is traced. */
  readonly traceparent: string | undefined;
  /** The same, where the trace is sampled: what is worth keeping with a commit. */
  readonly sampled: string | undefined;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Says that what it stands for has failed. Of an error its kind alone is told: messages may name people. */
  fail(error: unknown): void;
  end(): void;
  /** Runs work that makes its spans within this one. */
  around<Result>(work: () => Result): Result;
}

/** Makes spans; `startTelemetry` puts one in place where traces are configured. */
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

/** Puts a tracer in place for this process; undefined takes it away. */
export const useTracer = (given: Tracer | undefined): void => {
  tracer = given;
};

/** Spans of this process. Without a tracer they cost a comparison. */
export const spans = {
  /** Whether any are made: asked before what they say is put together. */
  areMade: (): boolean => tracer !== undefined,
  /** A span that its caller ends; one that says and costs nothing where nothing is traced. */
  begin: (name: string, options: SpanOptions = {}): OpenSpan => tracer?.begin(name, options) ?? silent,
  /** The span around the code that asks. */
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
