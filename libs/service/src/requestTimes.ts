import { Histogram, type Registry } from 'prom-client';

export interface RequestLabels {
  readonly method: string;
  readonly status: number;
  /** The part that answered: a service, `gateway` or `page`; a service's own metrics use `service`. */
  readonly target: string;
  /** The declared route in OpenAPI's notation; undefined if none answered. */
  readonly route: string | undefined;
}

const NAME = 'http_request_duration_seconds';
const HELP = 'Answered requests by method, status, target and declared route';
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The times of all requests with the same labels. */
class Times {
  readonly #sharedLabels: Readonly<Record<string, string>>;
  /** The count of each bucket alone; the last one has no upper bound. */
  readonly #counts = Array<number>(BUCKETS.length + 1).fill(0);
  #sum = 0;

  constructor({ method, status, target, route = '' }: RequestLabels) {
    this.#sharedLabels = { method, status: String(status), target, route };
  }

  add(seconds: number): void {
    const found = BUCKETS.findIndex((most) => seconds <= most);
    const bucket = found === -1 ? BUCKETS.length : found;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sum += seconds;
  }

  samples() {
    const sharedLabels = this.#sharedLabels;
    let count = 0;
    const buckets = this.#counts.map((more, bucket) => {
      count += more;
      return { metricName: `${NAME}_bucket`, labels: { le: BUCKETS[bucket] ?? '+Inf' }, sharedLabels, value: count };
    });
    return [
      ...buckets,
      { metricName: `${NAME}_sum`, labels: {}, sharedLabels, value: this.#sum },
      { metricName: `${NAME}_count`, labels: {}, sharedLabels, value: count },
    ];
  }
}

type Methods = Map<string, Times>;
type Statuses = Map<number, Methods>;
type Routes = Map<string | undefined, Statuses>;

/**
 * Creates a histogram of the times of requests.
 * It finds each series label by label, since every request is counted; prom-client checks, sorts and joins the labels
 * each time.
 * @returns a function that adds a request
 */
export const createRequestTimes = (registry: Registry): ((labels: RequestLabels, seconds: number) => void) => {
  const targets = new Map<string, Routes>();
  const all: Times[] = [];

  const begin = (labels: RequestLabels): Times => {
    const times = new Times(labels);
    all.push(times);
    targets
      .getOrInsertComputed(labels.target, (): Routes => new Map())
      .getOrInsertComputed(labels.route, (): Statuses => new Map())
      .getOrInsertComputed(labels.status, (): Methods => new Map())
      .set(labels.method, times);
    return times;
  };

  const timesOf = (labels: RequestLabels): Times => {
    const { method, status, target, route } = labels;
    return targets.get(target)?.get(route)?.get(status)?.get(method) ?? begin(labels);
  };

  const described = { name: NAME, help: HELP, type: 'histogram' };
  const samples = () => all.flatMap((times) => times.samples());
  const getForPromString = async () => ({ ...described, values: samples() });
  const get = async () => ({
    ...described,
    values: samples().map(({ sharedLabels, labels, ...sample }) => ({
      ...sample,
      labels: { ...sharedLabels, ...labels },
    })),
  });
  // the registry's text needs no other method of a metric than the first, and its JSON no other than the second
  Object.assign(new Histogram({ name: NAME, help: HELP, registers: [registry] }), { getForPromString, get });
  return (labels, seconds) => timesOf(labels).add(seconds);
};
