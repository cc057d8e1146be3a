import { startTraced, type TestTelemetry } from '@almanac/telemetry/testing';
import { attempt } from './attempt.ts';
import { type Effect, effectsAt } from './effect.ts';

const origin = {
  source: 'misc',
  epoch: 1,
  position: 4,
  n: 0,
  at: '2026-07-01T12:00:00.000Z',
  principal: 'user:1',
  language: 'en',
  correlation: 'request-1',
} as const;
const wanted = [{ type: 'login-code', receiver: 'mail', key: 'u1', data: { mail: 'bob@example.test' } }];
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const around = { name: 'misc.effects', now: () => new Date(), stopping: new AbortController().signal };

let traced: TestTelemetry | undefined;
afterEach(async () => {
  await traced?.stop();
  traced = undefined;
});

describe('a try of an effect', () => {
  it('is a span of the trace in which the effect was decided', async () => {
    traced = await startTraced();
    const [effect] = effectsAt('misc.effects', { ...origin, traceparent }, wanted) as [Effect];
    await attempt(effect, { handle: async () => undefined }, around);
    const failing = attempt(effect, { handle: () => Promise.reject(new TypeError('bob@example.test')) }, around);
    await expect(failing).rejects.toThrow();
    const spans = await traced.spans();
    expect(spans.map(({ name, service, parentSpanId, isError }) => [name, service, parentSpanId, isError])).toEqual([
      ['effect login-code', 'almanac-misc', 'b7ad6b7169203331', false],
      ['effect login-code', 'almanac-misc', 'b7ad6b7169203331', true],
    ]);
    expect(spans[1]?.attributes).toEqual({
      'almanac.effect.id': effect.id,
      'almanac.effect.type': 'login-code',
      'almanac.effect.receiver': 'mail',
      'error.type': 'TypeError',
    });
  });

  it('is not traced if the effect was decided outside of a trace, and has the same id', async () => {
    traced = await startTraced();
    const [effect] = effectsAt('misc.effects', origin, wanted) as [Effect];
    await attempt(effect, { handle: async () => undefined }, around);
    expect(await traced.spans()).toEqual([]);
    expect(effect.id).toBe(effectsAt('misc.effects', { ...origin, traceparent }, wanted)[0]?.id);
  });
});
