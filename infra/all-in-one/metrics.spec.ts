import { applicationPassword, basic, startAsked } from './askedSite.contract.ts';

/** Returns the samples of a text in Prometheus' format; fails if a metric is described twice. */
const samplesOf = (text: string): Map<string, number> => {
  const described = Array.from(text.matchAll(/^# TYPE (\S+)/gm), ([, name]) => name);
  expect(described).toEqual([...new Set(described)]);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, sample = '', value = ''] = /^(\S.*) (\S+)$/.exec(line) ?? [];
      return [sample, Number(value)];
    }),
  );
};

describe('a site in one process', () => {
  it('reports the metrics of all its parts, by route and service', async () => {
    const s = await startAsked();
    try {
      const events = '/en/json/cal/events/v1/events';
      const form = {
        title: 'Fair',
        start_date: '2033-05-01 10:00:00',
        end_date: '2033-05-01 11:00:00',
        status: 'publish',
      };
      const made = await s.ask(events, { form, headers: basic('administrator', applicationPassword('administrator')) });
      expect(made.status).toBe(201);
      await s.ask(`${events}/${JSON.parse(made.text).id}`);
      const nameOf = (service: string, target: string) =>
        `http_request_duration_seconds_count{service="${service}",method="GET",status="200",target="${target}",route="/cal/events/v1/events/{id}"}`;
      const [gateways, calendars] = [nameOf('gateway', 'calendar'), nameOf('calendar', 'service')];
      let samples = samplesOf((await s.ask('/metrics')).text);
      // An answer is counted after it has been sent.
      while (!(samples.has(gateways) && samples.has(calendars))) samples = samplesOf((await s.ask('/metrics')).text);
      expect([samples.get(gateways), samples.get(calendars)]).toEqual([1, 1]);
      const written = 'almanac_append_duration_seconds_count{service="calendar",outcome="written"}';
      expect(samples.get(written)).toBeGreaterThan(0);
      for (const service of ['core', 'calendar', 'misc', 'redirection', 'translation']) {
        expect(samples.get(`almanac_parked_keys{service="${service}"}`)).toBe(0);
        expect([service, samples.has(`almanac_subscription_lag_messages{service="${service}"}`)]).toEqual([
          service,
          true,
        ]);
      }
      const builds = [...samples.keys()].filter((name) => name.startsWith('almanac_build_info'));
      expect(
        builds.map((name) => /{version="\d+\.\d+\.\d+",revision="unknown",service="(\w+)"}/.exec(name)?.[1]).sort(),
      ).toEqual(['calendar', 'core', 'gateway', 'misc', 'redirection', 'translation']);
      expect([...samples.keys()].filter((name) => name.startsWith('process_start_time_seconds'))).toHaveLength(1);
    } finally {
      await s.running.stop();
    }
  });
});
