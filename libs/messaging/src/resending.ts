import type { ServiceName } from '@almanac/contracts';
import type { Entries } from '@almanac/documents';
import type { Commit } from '@almanac/event-store';
import type { Delivery } from './bus.ts';
import { type Message, toMessage } from './cloudEvent.ts';
import type { Log } from './log.ts';
import { batches } from './messageBatches.ts';
import { MessageTooLargeError, type Sender } from './sender.ts';
import { deliveriesOf, type Source, sealedDeliveries } from './source.ts';

const RESEND_KIND = 'resend';

/** Positions of a log whose events are sent again: after the first, up to and including the last. */
export interface Resend {
  readonly after: number;
  readonly until: number;
}

/** Requests that a service's relay sends events of its log again. An earlier request is extended, not replaced. */
export const requestResend = async (entries: Entries, service: ServiceName, wanted: Resend): Promise<void> => {
  const known = await entries.get<Resend>(RESEND_KIND, service);
  const { after, until } = known?.body ?? wanted;
  const both: Resend = { after: Math.min(after, wanted.after), until: Math.max(until, wanted.until) };
  if (!(await entries.put(RESEND_KIND, service, both, { ifRevision: known?.revision ?? 0 })))
    await requestResend(entries, service, wanted);
};

/** Returns the positions still to be sent again; undefined if there are none. */
export const readResend = async (entries: Entries, service: ServiceName): Promise<Resend | undefined> =>
  (await entries.get<Resend>(RESEND_KIND, service))?.body;

export interface ResendOptions {
  readonly service: ServiceName;
  readonly source: Source;
  readonly entries: Entries;
  readonly sender: Sender;
  readonly log: Log;
  /** Maximum bytes of one send. */
  readonly batchBytes: number;
}

interface Outgoing {
  readonly delivery: Delivery;
  readonly message: Message;
}

/**
 * Creates the function that sends a page of the requested events again; new events are sent between two pages. The
 * events are marked as replayed, so consumers handle them regardless of their checkpoints; repeated handling has no
 * effect (docs/adr/0006).
 */
export const createResending = (options: ResendOptions) => {
  const { service, source, entries } = options;
  return async (signal: AbortSignal): Promise<void> => {
    const request = await entries.get<Resend>(RESEND_KIND, service);
    if (request === undefined) return;
    const { revision: ifRevision, body: wanted } = request;
    const commits = await source.store.readLog(wanted.after);
    const page = commits.filter(({ position }) => position <= wanted.until);
    const last = page.at(-1);
    if (last === undefined) return void (await entries.delete(RESEND_KIND, service, { ifRevision }));
    if (!(await sendAll(page, options, signal))) return;
    await entries.put<Resend>(RESEND_KIND, service, { ...wanted, after: last.position }, { ifRevision });
  };
};

/** Sends all events of commits; false if the signal came first. */
const sendAll = async (
  commits: readonly Commit[],
  { service, source, batchBytes, ...parts }: ResendOptions,
  signal: AbortSignal,
): Promise<boolean> => {
  const told = commits.flatMap((commit) => deliveriesOf(service, source, commit));
  const sealed = await sealedDeliveries(source, told);
  const outgoing = sealed.map((delivery) => ({ delivery, message: toMessage(delivery, { replayed: true }) }));
  for (const batch of batches(outgoing, batchBytes)) {
    if (signal.aborted) return false;
    await sendOrSplit(batch, parts);
  }
  return true;
};

/** Sends a batch, or its messages one by one. A message that is too large stays a dead letter of the relay. */
const sendOrSplit = async (batch: readonly Outgoing[], parts: Pick<ResendOptions, 'sender' | 'log'>): Promise<void> => {
  try {
    await parts.sender.send(batch.map(({ message }) => message));
  } catch (error) {
    if (!(error instanceof MessageTooLargeError)) throw error;
    if (batch.length > 1) {
      for (const one of batch) await sendOrSplit([one], parts);
      return;
    }
    for (const { delivery } of batch) {
      const { source, position, n, key } = delivery;
      parts.log.warn({ source, position, n, key }, 'an event is too large for its topic and was not sent again');
    }
  }
};
