import { topicOf } from '@almanac/manifest';
import { type OpenSpan, type SpanOptions, spans } from '@almanac/telemetry';
import type { Delivery, Subscription } from './bus.ts';

const about = ({ source, epoch, type, position, n }: Delivery) => ({
  'messaging.system': 'almanac',
  'messaging.destination.name': topicOf(source),
  'cloudevents.event_id': `${position}/${n}`,
  'cloudevents.event_source': `almanac/${source}/${epoch}`,
  'cloudevents.event_type': type,
});

/** True if a delivery is traced: its decision has a trace, and the subscription is not ephemeral. */
const isTraced = ({ ephemeral }: Pick<Subscription, 'ephemeral'>, { traceparent }: Delivery): boolean =>
  traceparent !== undefined && ephemeral !== true;

/** Returns the options of a handling span, which continues the trace of the source's decision. */
const handlingOf = ({ name }: Subscription, delivery: Delivery): SpanOptions => ({
  kind: 'consumer',
  service: serviceOf(name),
  parent: delivery.traceparent,
  attributes: {
    ...about(delivery),
    'messaging.operation.type': 'process',
    'messaging.consumer.group.name': name,
  },
});

/** Returns the service of a subscription, named `<service>.<purpose>`. */
const serviceOf = (name: string): string => name.split('.', 1)[0] ?? '';

const nameOf = ({ name }: Subscription): string => `process ${name}`;

/** Handles a delivery in a span of its trace. */
export const tracedHandling = (
  subscription: Subscription,
  delivery: Delivery,
  work: () => Promise<void>,
): Promise<void> =>
  isTraced(subscription, delivery) ? spans.run(nameOf(subscription), handlingOf(subscription, delivery), work) : work();

/** Handles several, each with a span in its own trace; spans inside the work belong to none of these traces. */
export const tracedTogether = (
  subscription: Subscription,
  deliveries: readonly Delivery[],
  work: () => Promise<void>,
): Promise<void> => {
  const traced = deliveries.filter((delivery) => isTraced(subscription, delivery));
  return during(
    traced.map((delivery) => spans.begin(nameOf(subscription), handlingOf(subscription, delivery))),
    work,
  );
};

/** Sends a relay's deliveries, each with a span in its own trace. */
export const tracedSend = (deliveries: readonly Delivery[], work: () => Promise<void>): Promise<void> => {
  const traced = deliveries.filter((delivery) => isTraced({}, delivery));
  return during(
    traced.map((delivery) => spans.begin(`send ${topicOf(delivery.source)}`, sendingOf(delivery))),
    work,
  );
};

const sendingOf = (delivery: Delivery): SpanOptions => ({
  kind: 'producer',
  service: delivery.source,
  parent: delivery.traceparent,
  attributes: { ...about(delivery), 'messaging.operation.type': 'send' },
});

const during = async (open: readonly OpenSpan[], work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    for (const span of open) span.fail(error);
    throw error;
  } finally {
    for (const span of open) span.end();
  }
};
