import { writeFileSync } from 'node:fs';
import { type ReceivedSpan, startTraced, type TestTelemetry } from '@almanac/telemetry/testing';
import { eventually } from '@almanac/testing';
import type { RunningSite } from '../engines/engine.ts';
import { onEngines } from '../engines/engines.ts';
import { request, siteFile } from '../site.ts';
import { tracePicture } from './tracePicture.ts';

const EVENTS = '/cal/events/v1/events';
const FRONT = `POST ${EVENTS}`;
const HARBOUR = {
  title: 'Harbour concert',
  start_date: '2033-05-01 19:00:00',
  end_date: '2033-05-01 21:00:00',
  status: 'publish',
};

onEngines('a trace', (engine) =>
  describe('of a created record', () => {
    let traced: TestTelemetry;
    let site: RunningSite;
    beforeAll(async () => {
      traced = await startTraced();
      site = await engine.start(siteFile);
    });
    afterAll(async () => {
      await site?.stop();
      await traced?.stop();
    });

    const relayed = engine.name === 'embedded' ? [] : ['send almanac.calendar.v1'];
    const followers = [...relayed, 'process misc.feed', 'process core.events', 'process translation.sources'];

    /** Returns the trace of the newest creation, once all its later spans have arrived. */
    const creation = async (): Promise<readonly ReceivedSpan[]> => {
      const { status } = await request(site.base, 'POST', EVENTS, { as: 'admin', body: HARBOUR });
      expect(status).toBe(201);
      let found: readonly ReceivedSpan[] = [];
      await eventually(async () => {
        const all = await traced.spans();
        const front = all.findLast(({ name, service }) => name === FRONT && service === 'almanac-gateway');
        found = all.filter(({ traceId }) => traceId === front?.traceId);
        // each process sends its spans when it likes
        const isServed = found.some(({ name, service }) => name === FRONT && service === 'almanac-calendar');
        return isServed && followers.every((name) => found.some((span) => span.name === name));
      });
      return found;
    };

    it('goes from the gateway through the log and the bus to other services', async () => {
      // the first creation on a site also writes one-time data
      await creation();
      const spans = await creation();
      const one = (service: string, name: string): ReceivedSpan => {
        const found = spans.filter((span) => span.service === `almanac-${service}` && span.name === name);
        expect([service, name, found.length]).toEqual([service, name, 1]);
        return found[0] as ReceivedSpan;
      };
      const command = spans.findLast(({ name, attributes }) => {
        return name === 'command' && String(attributes['almanac.event_types']).includes('EventCreated');
      });
      const chain = [one('gateway', FRONT), one('gateway', 'POST calendar'), one('calendar', FRONT), command];
      expect(chain.map((span) => span?.parentSpanId)).toEqual([
        undefined,
        ...chain.slice(0, -1).map((span) => span?.spanId),
      ]);
      const following = spans.filter(({ name }) => followers.includes(name));
      expect(following.map(({ parentSpanId }) => parentSpanId)).toEqual(following.map(() => command?.spanId));
      expect(spans.filter(({ isError }) => isError)).toEqual([]);
      const picture = tracePicture(spans);
      expect(picture.match(/<rect x=/g)).toHaveLength(spans.length);
      if (process.env.TRACE_PICTURE && engine.name === 'native') writeFileSync(process.env.TRACE_PICTURE, picture);
    });
  }),
);
