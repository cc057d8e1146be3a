/** The context of a span, as W3C Trace Context transmits it. */
export interface Place {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

const FORM = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-.*)?$/;
const ALL_ZEROS = /^0+$/;

/** Parses a `traceparent`; undefined if it is invalid. */
export const placeIn = (traceparent: string | undefined): Place | undefined => {
  const [, traceId = '', spanId = '', flags = ''] = FORM.exec(traceparent ?? '') ?? [];
  if (traceId === '' || ALL_ZEROS.test(traceId) || ALL_ZEROS.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 };
};

export const traceparentOf = ({ traceId, spanId, traceFlags }: Place): string =>
  `00-${traceId}-${spanId}-0${traceFlags & 1}`;
