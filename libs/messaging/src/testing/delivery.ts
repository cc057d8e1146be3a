import type { Delivery } from '../bus.ts';

/** Creates a delivery for specs. */
export const delivery = (position: number, more: Partial<Delivery> = {}): Delivery => ({
  source: 'core',
  epoch: 1,
  position,
  n: 0,
  type: 'core.test.v1',
  key: 'tag-1',
  data: { id: 1 },
  at: '2026-05-01T10:00:00.000Z',
  principal: 'system',
  language: 'en',
  correlation: 'request-1',
  causation: 'request-1',
  ...more,
});
