import { startTraced, type TestTelemetry } from '@almanac/telemetry/testing';
import type { Delivery, Subscription } from './bus.ts';
import { fromMessage, toMessage } from './cloudEvent.ts';
import { tracedHandling, tracedSend, tracedTogether } from './deliverySpans.ts';

const delivery = (more: Partial<Delivery> = {}): Delivery => ({
  source: 'calendar',
  epoch: 1,
  position: 7,
  n: 0,
  type: 'calendar.event-changed.v1',
  key: 'event-3',
  data: { title: 'Surprise party' },
  at: '2026-07-01T12:00:00.000Z',
  principal: 'user:1',
  language: 'en',
  correlation: 'request-1',
  causation: 'request-1',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  ...more,
});
const { traceparent: _, ...untraced } = delivery();
const subscription = (more: Partial<Subscription> = {}): Subscription => ({
  name: 'misc.feed',
  sources: ['calendar'],
  takes: [],
  handle: async () => undefined,
  ...more,
});

let traced: TestTelemetry | undefined;
afterEach(async () => {
  await traced?.stop();
  traced = undefined;
});

describe('the spans of a delivery', () => {
  it('follow the message, which carries the trace and the cause', () => {
    const message = toMessage(delivery());
    expect(message.headers).toMatchObject({
      ce_traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      ce_causation: 'request-1',
    });
    expect(fromMessage(message).delivery).toEqual(delivery());
    expect(fromMessage(toMessage(untraced)).delivery).toEqual(untraced);
  });

  it('belong for handling and sending to the trace of the decision', async () => {
    traced = await startTraced();
    await tracedHandling(subscription(), delivery(), async () => undefined);
    await tracedTogether(subscription(), [delivery(), untraced], async () => undefined);
    await tracedSend([delivery(), untraced], async () => undefined);
    const spans = await traced.spans();
    expect(spans.map(({ name, service, kind, parentSpanId }) => [name, service, kind, parentSpanId])).toEqual([
      ['process misc.feed', 'almanac-misc', 5, 'b7ad6b7169203331'],
      ['process misc.feed', 'almanac-misc', 5, 'b7ad6b7169203331'],
      ['send almanac.calendar.v1', 'almanac-calendar', 4, 'b7ad6b7169203331'],
    ]);
    expect(spans[0]?.attributes).toEqual({
      'messaging.system': 'almanac',
      'messaging.destination.name': 'almanac.calendar.v1',
      'messaging.operation.type': 'process',
      'messaging.consumer.group.name': 'misc.feed',
      'cloudevents.event_id': '7/0',
      'cloudevents.event_source': 'almanac/calendar/1',
      'cloudevents.event_type': 'calendar.event-changed.v1',
    });
  });

  it('report a failure as an error in each of the traces, and throw it on', async () => {
    traced = await startTraced();
    const failing = () => Promise.reject(Object.assign(new Error('away'), { code: 'store-unavailable' }));
    const other = delivery({ position: 8, traceparent: '00-1af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' });
    await expect(tracedHandling(subscription(), delivery(), failing)).rejects.toThrow('away');
    await expect(tracedSend([delivery(), other], failing)).rejects.toThrow('away');
    const spans = await traced.spans();
    expect(spans.map(({ isError, attributes }) => [isError, attributes['error.type']])).toEqual(
      spans.map(() => [true, 'store-unavailable']),
    );
    expect(spans).toHaveLength(3);
  });

  it('are missing for decisions outside of a trace, and for data in memory alone', async () => {
    traced = await startTraced();
    await tracedHandling(subscription(), untraced, async () => undefined);
    await tracedHandling(subscription({ ephemeral: true }), delivery(), async () => undefined);
    expect(await traced.spans()).toEqual([]);
  });
});
