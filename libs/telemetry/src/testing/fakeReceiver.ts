import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span as a collector receives it. */
export interface ReceivedSpan {
  readonly name: string;
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly kind: number;
  /** Nanoseconds since the epoch. */
  readonly begin: bigint;
  readonly end: bigint;
  readonly isError: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly string[];
}

interface ReceivedExport {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

export interface FakeReceiver {
  /** The value of `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly address: string;
  readonly requests: readonly ReceivedExport[];
  readonly spans: readonly ReceivedSpan[];
  stop(): Promise<void>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface TraceExport {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

interface SentSpan extends Pick<ReceivedSpan, 'name' | 'traceId' | 'spanId' | 'parentSpanId' | 'kind'> {
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly links?: readonly { readonly traceId: string }[];
  readonly status?: { readonly code?: number };
}

/** Starts a collector that receives traces, logs and metrics by OTLP over HTTP as JSON, and stores them. */
export const startFakeReceiver = async (): Promise<FakeReceiver> => {
  const requests: ReceivedExport[] = [];
  const spans: ReceivedSpan[] = [];
  const server = createServer(async (request, response) => {
    const { url = '', headers } = request;
    const sent = await text(request);
    requests.push({ url, headers, text: sent });
    // as the exporter of OpenTelemetry sends it
    if (url.endsWith('/v1/traces')) spans.push(...spansIn(JSON.parse(sent)));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // it listens on a port
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    spans,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const spansIn = ({ resourceSpans }: TraceExport): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(membersOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => received(service, span)));
  });

const received = (service: string, span: SentSpan): ReceivedSpan => ({
  service,
  name: span.name,
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: span.parentSpanId || undefined,
  kind: span.kind,
  begin: BigInt(span.startTimeUnixNano),
  end: BigInt(span.endTimeUnixNano),
  isError: span.status?.code === 2,
  attributes: membersOf(span.attributes),
  links: (span.links ?? []).map(({ traceId }) => traceId),
});

const membersOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
