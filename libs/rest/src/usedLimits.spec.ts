import { integer, type Route, route, usedLimits } from './index.ts';
import { type RestUnderTest, serveRoutes } from './testing.ts';
import { runWithLimits, UsedLimits } from './usedLimits.ts';

const attempts = (remaining: number): void =>
  usedLimits()?.note({ name: 'attempts', quota: 3, period: 60, remaining, reset: 20 });

const routes: Route[] = [
  route({
    namespace: 'a/v1',
    path: '/tries/{left:-?\\d+}',
    methods: ['GET'],
    summary: 'A try',
    args: { left: integer(), two: integer() },
    handle: async ({ args }) => {
      await Promise.resolve();
      attempts(args.left ?? 0);
      if (args.two !== undefined) usedLimits()?.note({ name: 'answers', quota: 2, remaining: args.two });
      if ((args.left ?? 0) < 0) throw new Error('unexpected');
      return { body: {} };
    },
  }),
];

describe('an answer', () => {
  let rest: RestUnderTest;
  beforeAll(async () => {
    rest = await serveRoutes({ routes });
  });
  afterAll(() => rest.close());

  const limitsAt = async (path: string) => {
    const { headers } = await rest.ask(path);
    return [headers['ratelimit-policy'], headers.ratelimit];
  };

  it('names each limit that its request has used, and no other request’s', async () => {
    const [one, both] = await Promise.all([limitsAt('/a/v1/tries/2'), limitsAt('/a/v1/tries/1?two=0')]);
    expect(one).toEqual(['"attempts";q=3;w=60', '"attempts";r=2;t=20']);
    expect(both).toEqual([
      '"attempts";q=3;w=60, "answers";q=2;qu="concurrent-requests"',
      '"attempts";r=1;t=20, "answers";r=0',
    ]);
  });

  it('names them if it is a refusal, with nothing left beyond the maximum', async () => {
    expect(await limitsAt('/a/v1/tries/-1')).toEqual(['"attempts";q=3;w=60', '"attempts";r=0;t=20']);
  });

  it('names none if its request used none', async () => {
    expect(await limitsAt('/a/v1/nothing')).toEqual([undefined, undefined]);
  });
});

describe('the used limits', () => {
  it('have the latest state of each', () => {
    const limits = new UsedLimits();
    runWithLimits(limits, () => {
      attempts(2);
      attempts(1);
    });
    expect(limits.headers()).toEqual({ 'RateLimit-Policy': '"attempts";q=3;w=60', RateLimit: '"attempts";r=1;t=20' });
  });

  it('include those of other parts of the site', () => {
    const limits = new UsedLimits();
    limits.noteHeaders(new Headers({ 'ratelimit-policy': '"a";q=1;w=2', ratelimit: '"a";r=0;t=1' }));
    limits.noteHeaders(new Headers());
    expect(limits.headers()).toEqual({ 'RateLimit-Policy': '"a";q=1;w=2', RateLimit: '"a";r=0;t=1' });
  });
});
