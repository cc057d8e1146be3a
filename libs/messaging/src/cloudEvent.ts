import { isServiceName } from '@almanac/contracts';
import type { Delivery } from './bus.ts';

/** A message of a topic. */
export interface Message {
  readonly key: string;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Data of a message besides its delivery. */
export interface Envelope {
  /** The id of the commit, for checkpoints. */
  readonly commitId?: string;
  /**
   * True if the event was a dead letter of the relay, or is sent again, after later events of its partition.
   * Checkpoints are then not checked.
   */
  readonly replayed?: boolean;
}

/** A message on a topic has another origin, or is damaged. */
export class MalformedMessageError extends Error {
  readonly code = 'malformed-message';
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'MalformedMessageError';
  }
}

/**
 * Converts to CloudEvents 1.0 in binary mode: attributes are headers, the value is the data (docs/architecture.md §3).
 */
export const toMessage = (delivery: Delivery, { commitId, replayed }: Envelope = {}): Message => ({
  key: delivery.key,
  value: JSON.stringify(delivery.data),
  headers: {
    'content-type': 'application/json',
    ce_specversion: '1.0',
    ce_id: `${delivery.position}/${delivery.n}`,
    ce_source: `almanac/${delivery.source}/${delivery.epoch}`,
    ce_type: delivery.type,
    ce_time: delivery.at,
    ce_principal: delivery.principal,
    ce_language: delivery.language,
    ce_correlation: delivery.correlation,
    ...(delivery.causation === undefined ? {} : { ce_causation: delivery.causation }),
    ...(delivery.traceparent === undefined ? {} : { ce_traceparent: delivery.traceparent }),
    ...(commitId === undefined ? {} : { ce_commit: commitId }),
    ...(replayed ? { ce_replayed: 'true' } : {}),
  },
});

/** @throws MalformedMessageError for a message of another origin, or a damaged one */
export const fromMessage = ({ key, value, headers }: Message): { delivery: Delivery; envelope: Envelope } => {
  const [, position, n] = /^(\d+)\/(\d+)$/.exec(headers.ce_id ?? '') ?? [];
  const [, source, epoch] = /^almanac\/([a-z]+)\/(\d+)$/.exec(headers.ce_source ?? '') ?? [];
  const type = headers.ce_type;
  if (position === undefined || source === undefined || !isServiceName(source) || type === undefined) {
    throw new MalformedMessageError(`no event of Almanac: ${JSON.stringify(headers)}`);
  }
  const eventPosition = {
    source,
    epoch: Number(epoch),
    position: Number(position),
    n: Number(n),
  };
  return {
    delivery: { ...eventPosition, type, key, data: parseData(value), ...contextOf(headers) },
    envelope: envelopeOf(headers),
  };
};

const parseData = (value: string): unknown => {
  try {
    return JSON.parse(value);
  } catch (cause) {
    throw new MalformedMessageError('the data is no JSON', { cause });
  }
};

type Why = Pick<Delivery, 'at' | 'principal' | 'language' | 'correlation' | 'causation' | 'traceparent'>;

const contextOf = (headers: Message['headers']): Why => ({
  at: headers.ce_time ?? '',
  principal: headers.ce_principal ?? 'system',
  language: headers.ce_language ?? 'en',
  correlation: headers.ce_correlation ?? '',
  ...(headers.ce_causation === undefined ? {} : { causation: headers.ce_causation }),
  ...(headers.ce_traceparent === undefined ? {} : { traceparent: headers.ce_traceparent }),
});

const envelopeOf = (headers: Message['headers']): Envelope => ({
  ...(headers.ce_commit === undefined ? {} : { commitId: headers.ce_commit }),
  ...(headers.ce_replayed === 'true' ? { replayed: true } : {}),
});

/** Returns the bytes of a message in a topic, without the broker's framing. */
export const sizeOf = ({ key, value, headers }: Message): number =>
  Object.entries(headers).reduce(
    (sum, [name, text]) => sum + Buffer.byteLength(name) + Buffer.byteLength(text),
    Buffer.byteLength(key) + Buffer.byteLength(value),
  );
