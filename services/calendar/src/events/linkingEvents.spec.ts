import { createTexts } from '@almanac/i18n';
import { routesOf } from '../service.ts';
import { calendarOf, serveCalendar, type TestService } from '../testing.contract.ts';

const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };
const callers = ['visitor', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;
const kinds = [
  { status: 'publish' },
  { status: 'publish', password: 'sesame' },
  { status: 'draft' },
  { status: 'draft', password: 'sesame' },
  { status: 'private' },
  { status: 'trash' },
] as const;
const keys = ['', 'password=sesam', 'password=sesame', 'context=edit'];

/** Every list that an event filters, as it is declared. */
const lists = routesOf(calendarOf(), createTexts()).flatMap(({ namespace: of, path, methods, args }) =>
  methods.includes('GET') && !path.includes('{')
    ? ['event', 'post']
        .filter((name) => name in args)
        .map((name) => ({ namespace: of === 'core/v2' ? of : 'cal/events/v1', path, name, plural: path.slice(1) }))
    : [],
);

describe('lists that an event filters', () => {
  it('exist for every kind that events link', () => {
    expect([...new Set(lists.map(({ plural }) => plural))].sort()).toEqual([
      'cal_events_cat',
      'categories',
      'organizers',
      'tags',
      'venues',
    ]);
  });

  describe.each(lists)('GET $path?$name=', ({ namespace, path, name, plural }) => {
    let calendar: TestService;
    beforeAll(async () => {
      calendar = await serveCalendar();
    });
    afterAll(() => calendar.stop());

    const create = async ({ status, ...more }: { readonly status: string }): Promise<number> => {
      const links = {
        categories: 'Music',
        tags: 'loud',
        venue: [{ venue: 'Hall' }],
        organizer: [{ organizer: 'Choir' }],
      };
      const wanted = { ...times, ...links, ...more, title: 'x', author: 3, ...(status !== 'trash' && { status }) };
      const { body } = await calendar.ask('administrator', 'POST', '/events', { body: wanted });
      if (status === 'trash') await calendar.ask('administrator', 'DELETE', `/events/${body.id}`);
      return body.id;
    };

    it.each(kinds)('hides the links of a hidden event, here %j', async (kind) => {
      const id = await create(kind);
      for (const caller of callers) {
        // in core/v2, the context edit needs the right to edit
        for (const key of namespace === 'core/v2' ? keys.slice(0, 3) : keys) {
          const event = await calendar.ask(caller, 'GET', `/events/${id}?${key}`);
          const list = await calendar.ask(caller, 'GET', `${path}?${name}=${id}&${key}`, { namespace });
          const seen = list.status === 200 ? (list.body[plural] ?? list.body).length : list.body.code;
          expect([caller, key, list.status, seen]).toEqual([caller, key, ...expected(event)]);
        }
      }
    });
  });
});

/** Returns the expected answer of a list, from the answer of the event itself. */
const expected = ({ status, body }: { readonly status: number; readonly body: { readonly code?: string } }) => {
  if (status === 200) return [200, 1];
  return body.code === 'event-password-protected' ? [403, body.code] : [400, 'rest_invalid_param'];
};
