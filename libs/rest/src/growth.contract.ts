import type { Method, Route } from './route.ts';

/** Posts a JSON body with headers as a visitor; paths start at the namespace. Resolves once it is answered. */
export type PostAsVisitor = (path: string, body: object, headers: Readonly<Record<string, string>>) => Promise<unknown>;

/** Growing values of an argument, by kind. */
const GROWING: Readonly<Record<string, (count: number) => unknown>> = {
  'a list': (count) => Array.from({ length: count }, (_, index) => index + 1),
  'a list of objects': (count) => Array.from({ length: count }, (_, index) => ({ id: index })),
  'an object': (count) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, index])),
  'comma text': (count) => Array.from({ length: count }, (_, index) => index + 1).join(','),
  words: (count) => Array.from({ length: count }, (_, index) => `w${index}`).join(' '),
  markup: (count) => '<a '.repeat(count),
};

const FEW = 500;
const MANY = 8_000;
/** Allowed growth of the cost: more than linear (16 times), far less than quadratic (256 times). */
const MARGIN = 64;
/** Milliseconds of processor time below which measurements are noise. */
const NOISE = 15;

/** Returns a path of a route, with its captures filled. */
export const pathOf = ({ namespace, path }: Route): string =>
  `/${namespace}${path.replaceAll(/\{(\w+)(?::(?:[^{}]|\{[^}]*\})*)?\}/g, (_capture, name: string) => (name === 'slug' ? 'x' : '1'))}`;

const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;

/** Returns the cost of a request, the lowest of three. */
const costOf = async (send: () => Promise<unknown>): Promise<number> => {
  const costs: number[] = [];
  for (let count = 0; count < 3; count++) {
    const before = process.cpuUsage();
    await send();
    costs.push(milliseconds(process.cpuUsage(before)));
  }
  return Math.min(...costs);
};

/**
 * Checks that the cost of every argument of a visitor is in proportion to its size, refused or not.
 * The specs of services that clients reach run this in the process of the service.
 */
export const growthContract = (name: string, routes: readonly Route[], post: PostAsVisitor): void => {
  const shown = routes.filter(({ hidden, body }) => !hidden && body === undefined);
  const each = shown.flatMap((route) =>
    Object.keys(GROWING).map((kind) => [`${route.methods[0]} ${pathOf(route)}`, kind, route] as const),
  );

  describe(`the cost of visitors’ requests to ${name}`, () => {
    it.each(each)('grows in proportion: %s with %s', async (_route, kind, route) => {
      const make = GROWING[kind] as (count: number) => unknown;
      const method = route.methods[0] as Method;
      const ask = (count: number) => {
        const value = make(count);
        const args = Object.keys(route.args)
          .slice(0, 4)
          .map((arg) => [arg, value]);
        const body = Object.fromEntries([...args, ['undeclared', value]]);
        return post(pathOf(route), body, { 'x-http-method-override': method });
      };
      const [few, many] = [await costOf(() => ask(FEW)), await costOf(() => ask(MANY))];
      expect(many).toBeLessThan(MARGIN * Math.max(few, NOISE));
    });
  });
};
