import { Histogram, Registry } from 'prom-client';
import { createRequestTimes } from './requestTimes.ts';

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

describe('the times of requests', () => {
  it('are reported as a standard histogram', async () => {
    const [own, usual] = [new Registry(), new Registry()];
    for (const registry of [own, usual]) registry.setDefaultLabels({ service: 'spec' });
    const add = createRequestTimes(own);
    const histogram = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Answered requests by method, status, target and declared route',
      labelNames: ['method', 'status', 'target', 'route'],
      buckets: BUCKETS,
      registers: [usual],
    });
    const seconds = [0, ...BUCKETS, ...BUCKETS.map((bound) => bound * 1.5), 0.001];
    const requests = seconds.flatMap((each) => [
      [{ method: 'GET', status: 200, target: 'core', route: '/a' }, each] as const,
      [{ method: 'GET', status: 200, target: 'page', route: undefined }, each] as const,
      [{ method: 'HEAD', status: 404, target: 'page', route: undefined }, each * 2] as const,
      [{ method: 'HEAD', status: 200, target: 'page', route: undefined }, each] as const,
      [{ method: 'GET', status: 200, target: 'core', route: '/a"b\n' }, each] as const,
    ]);
    for (const [labels, each] of requests) {
      add(labels, each);
      histogram.labels(labels.method, String(labels.status), labels.target, labels.route ?? '').observe(each);
    }
    expect(await own.metrics()).toBe(await usual.metrics());
    expect(await own.metrics()).toContain('le="+Inf"');
  });
});
