import type { Arg, SchemaKeywords } from './arg.ts';
import { pathOf } from './growth.contract.ts';
import type { Route } from './route.ts';
import type { SpecAnswer } from './testing.ts';

/** Posts a JSON body with headers as a visitor; paths start at the namespace. */
export type AskAsVisitor = (
  path: string,
  body: object,
  headers: Readonly<Record<string, string>>,
) => Promise<Pick<SpecAnswer, 'status' | 'body'>>;

/** Length of each long text in characters; many such arguments still fit into a visitor's body. */
const LONG = 1_000;

/** A word that texts of other work do not contain. */
const MARK = 'quayside';

/** Maximum reads of a text by checks of type, length, pattern and separators. Cleaning and parsing read more. */
const MAX_READS_PER_ARG = 2;

const long = (part: string): string => part.repeat(Math.ceil(LONG / part.length)).slice(0, LONG);

const MARKUP = long(`<b title="é">${MARK} &amp; "Z"</b>\n[x] `);

const VALUES: Readonly<Record<string, unknown>> = {
  markup: MARKUP,
  'an address': `https://a.example/${long(`${MARK}é&amp;%20`)}`,
  numbers: `2031-05-05 ${long(`10:00 $5 ${MARK} `)}`,
  'a list of markup': [MARKUP],
  'an object of markup': { raw: MARKUP, id: MARKUP },
};

const EXAMPLES: ReadonlyMap<unknown, string> = new Map([
  ['date-time', '2031-05-05 10:00:00'],
  ['email', 'a@a.example'],
  ['uri', 'https://a.example/'],
]);

/** Returns a small value that fits the description of an argument. */
const small = ({ type, enum: known, format, minItems = 0, items = {}, minimum = 1 }: SchemaKeywords): unknown => {
  if (known !== undefined) return (typeof known === 'function' ? known() : known)[0];
  const example = EXAMPLES.get(format);
  if (example !== undefined) return example;
  const [first] = [type ?? 'string'].flat();
  if (first === 'integer' || first === 'number') return minimum;
  if (first === 'boolean') return true;
  if (first === 'array') return Array.from({ length: minItems }, () => small(items));
  return first === 'object' ? {} : 'x';
};

const READING = {
  string: ['match', 'matchAll', 'normalize', 'replace', 'replaceAll', 'search', 'split'],
  expression: ['exec', 'test'],
} as const;

const isSentText = (text: unknown): boolean =>
  typeof text === 'string' && text.length >= LONG / 2 && text.includes(MARK);

/** Counts the calls that read received texts during work; calls within such a call do not count. */
const countReads = async <Outcome>(work: () => Promise<Outcome>): Promise<{ outcome: Outcome; reads: number }> => {
  let reads = 0;
  let isWithin = false;
  // biome-ignore lint/suspicious/noExplicitAny: methods of two prototypes, each with parameters of its own
  const watch = (prototype: any, name: string, textOf: (self: unknown, args: readonly unknown[]) => unknown) => {
    const original = prototype[name];
    prototype[name] = function (this: unknown, ...args: unknown[]) {
      if (isWithin) return original.apply(this, args);
      if (isSentText(textOf(this, args))) reads += 1;
      isWithin = true;
      try {
        return original.apply(this, args);
      } finally {
        isWithin = false;
      }
    };
    return () => {
      prototype[name] = original;
    };
  };
  const restore = [
    ...READING.string.map((name) => watch(String.prototype, name, String)),
    ...READING.expression.map((name) => watch(RegExp.prototype, name, (_self, [text]) => text)),
  ];
  try {
    return { outcome: await work(), reads };
  } finally {
    for (const each of restore) each();
  }
};

/** Calls `ask` with small values, then none, in place of refused ones, until the permission decides. */
const reachPermission = async (
  { args }: Route,
  value: unknown,
  ask: (body: object) => ReturnType<AskAsVisitor>,
): Promise<void> => {
  const sent = new Map<string, unknown>(Object.keys(args).map((name) => [name, value]));
  for (const replace of [true, false]) {
    const { status, body } = await ask(Object.fromEntries(sent));
    if (status !== 400) return;
    for (const name of Object.keys(body.data.params ?? {})) {
      const { required, words } = args[name] as Arg;
      if (replace || required) sent.set(name, small(words));
      else sent.delete(name);
    }
  }
  await ask(Object.fromEntries(sent));
};

/**
 * Checks that nothing a visitor sends is cleaned or parsed before the permission refuses, by counting reads of its
 * texts.
 */
export const orderContract = (name: string, routes: readonly Route[], ask: AskAsVisitor): void => {
  const guarded = routes
    .filter(({ hidden, body, permission }) => !hidden && body === undefined && permission !== undefined)
    .map((route) => [`${route.methods[0]} ${pathOf(route)}`, route] as const);

  const paged = routes.flatMap(({ namespace, path, methods, args }) =>
    ['page', 'offset'].flatMap((each) => {
      const arg = methods.includes('GET') ? args[each] : undefined;
      return arg === undefined || arg.words.maximum !== undefined ? [] : [[`${namespace}${path}`, each, arg] as const];
    }),
  );

  describe(`a list of ${name}`, () => {
    it.each(paged)('accepts a number beyond its end: %s %s', (_route, _name, { schema }) => {
      for (const sent of ['9007199254740991', '99999999999999999999']) {
        expect(schema().parse(sent)).toBe(schema().parse('1000000000000'));
      }
    });
  });

  describe(`a visitor’s request to ${name}`, () => {
    it.each(guarded)('is not cleaned before the permission refuses: %s', async (_route, route) => {
      const headers = { 'x-http-method-override': route.methods[0] as string };
      const most = MAX_READS_PER_ARG * Object.keys(route.args).length;
      const excessive: object[] = [];
      for (const [kind, value] of Object.entries(VALUES)) {
        await reachPermission(route, value, async (body) => {
          const { outcome, reads } = await countReads(() => ask(pathOf(route), body, headers));
          if (outcome.status >= 400 && reads > most) excessive.push({ kind, reads, status: outcome.status });
          return outcome;
        });
      }
      expect(excessive).toEqual([]);
    });
  });
};
