import type { EventStore } from '@almanac/event-store';
import { memoryEntries } from '@almanac/messaging';
import { Registry } from 'prom-client';
import { createServiceMetrics } from './serviceMetrics.ts';

describe('the metrics of a service', () => {
  it('count appends by outcome, leases and refusals of limits, and show looked-up figures', async () => {
    const registry = new Registry();
    const serviceMetrics = createServiceMetrics(registry);
    const outcomes = [undefined, 'outcome-unknown', 'outcome-unknown'];
    const store = serviceMetrics.store({
      append: async () => {
        const code = outcomes.shift();
        if (code !== undefined) throw Object.assign(new Error(code), { code });
        return { position: 1 };
      },
    } as unknown as EventStore);
    const commit = {} as Parameters<EventStore['append']>[0];
    await store.append(commit);
    for (const _ of [1, 2]) await store.append(commit).catch(() => undefined);
    const entries = serviceMetrics.entries(memoryEntries());
    for (const id of ['relay/core#1', 'relay/core#1', 'relay/core#2']) await entries.insert('lease', id, {});
    for (const limit of ['popup-day', 'popup-day', 'social'] as const) serviceMetrics.onRefused(limit);
    serviceMetrics.watch('lag', 'help', async () => 7);
    const text = await registry.metrics();
    expect(text).toContain('almanac_append_duration_seconds_count{outcome="written"} 1');
    expect(text).toContain('almanac_append_duration_seconds_count{outcome="outcome-unknown"} 2');
    expect(text).toContain('almanac_lease_terms_total{lease="relay/core"} 2');
    expect(text).toContain('almanac_limit_refusals_total{limit="popup-day"} 2');
    expect(text).toContain('lag 7');
  });

  it('leave out unreadable figures', async () => {
    const registry = new Registry();
    let look = async (): Promise<number> => 7;
    createServiceMetrics(registry).watch('lag', 'help', () => look());
    expect(await registry.metrics()).toMatch(/^lag 7$/m);
    look = () => Promise.reject(new Error('the store is away'));
    expect(await registry.metrics()).not.toMatch(/^lag /m);
    look = async () => 0;
    expect(await registry.metrics()).toMatch(/^lag 0$/m);
  });
});
