import { anything, boolean, forUpdate, integer, invalid, list, object, oneOf, route, text } from './index.ts';

const args = {
  id: integer({ inPath: true }),
  page: integer({ default: 1, minimum: 1 }),
  search: text(),
  order: text({ enum: ['asc', 'desc'], default: 'desc' }),
  include: list(integer(), { default: [] }),
  date: text({ nullable: true }),
  website: text({ default: null }),
  venue: object({ venue: text({ required: true }), city: text() }),
  terms: oneOf([list(integer()), object({ operator: text({ enum: ['AND', 'OR'] }) })]),
  when: anything({ parse: (value) => (value === 'now' ? { now: true } : invalid('no')) }),
  sticky: boolean({ default: () => false }),
};

const declared = route({
  namespace: 'cal/events/v1',
  path: '/events/{id:\\d+}',
  methods: ['GET'],
  summary: 'An event',
  args,
  permission: (request) => request.args.id > 0,
  handle: async ({ args }) => {
    const id: number = args.id;
    const page: number = args.page;
    const search: string | undefined = args.search;
    const order: 'asc' | 'desc' = args.order;
    const include: number[] = args.include;
    const date: string | null | undefined = args.date;
    const website: string | undefined = args.website;
    const venue: string | undefined = args.venue?.venue;
    const when: { now: boolean } | undefined = args.when;
    const sticky: boolean = args.sticky;
    // @ts-expect-error an optional argument may be absent
    const wrong: string = args.search;
    return {
      body: { id, page, search, order, include, date, website, venue, when, sticky, wrong, terms: args.terms },
    };
  },
});

route({
  namespace: 'x',
  path: '/y',
  methods: ['PUT'],
  summary: 'z',
  args: { ...forUpdate(args) },
  handle: async ({ args }) => {
    // @ts-expect-error updates apply no defaults
    const page: number = args.page;
    return { body: page };
  },
});

describe('the types of a route', () => {
  it('follow from its declared arguments, as the type check of this file shows', () => {
    expect(declared.args.order?.words.enum).toEqual(['asc', 'desc']);
  });
});
