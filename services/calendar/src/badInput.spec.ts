import { createTexts } from '@almanac/i18n';
import { routesOf } from './service.ts';
import { calendarOf, serveCalendar, type TestService } from './testing.contract.ts';

const nasty = [
  '',
  ' ',
  'foo',
  '\u0000',
  '%',
  "'; DROP TABLE events; --",
  '999999999999999999999999',
  -1,
  0,
  1.5,
  true,
  [],
  [[]],
  [{}],
  {},
  { id: 'x' },
  { venue: 5, organizer: 5 },
  ['foo', { id: [] }],
  'x'.repeat(300),
  '2031-13-45',
  '9999-12-31 23:59:59',
  '9999-12-31T23:59:59-12:00',
  '9999-12-30',
  '0001-01-01',
  '+8000 years',
];

const base: Readonly<Record<string, object>> = {
  events: { title: 'x', start_date: '2031-05-05 10:00:00', end_date: '2031-05-05 11:00:00' },
  venues: { title: 'x', venue: 'x' },
  organizers: { title: 'x', organizer: 'x' },
  categories: { name: 'x' },
  tags: { name: 'x' },
};

const argumentsOf = routesOf(calendarOf(), createTexts()).flatMap(({ namespace, path, methods, args }) =>
  Object.keys(args).map((name) => ({ namespace, path, method: methods[0] ?? 'GET', name })),
);

describe('bad input', () => {
  let calendar: TestService;
  beforeAll(async () => {
    calendar = await serveCalendar();
  });
  afterAll(() => calendar.stop());

  const send = ({ namespace, path, method, name }: (typeof argumentsOf)[number], value: unknown) => {
    const plural = path.split('/')[1] ?? '';
    const target = path.replace('{id:\\d+}', '1001').replace('{slug}', 'x');
    if (method !== 'GET' && method !== 'DELETE') {
      return calendar.ask('administrator', method, target, { namespace, body: { ...base[plural], [name]: value } });
    }
    const query =
      typeof value === 'object' ? `${name}[]=x&${name}[a]=y` : `${name}=${encodeURIComponent(String(value))}`;
    return calendar.ask('administrator', method, `${target}?${query}`, { namespace });
  };

  it.each(argumentsOf)(
    'is answered like any other as $name of $method /$namespace$path, and changes nothing if refused',
    async (argument) => {
      const { name } = argument;
      for (const value of nasty) {
        const before = await calendar.store.last();
        const { status, body } = await send(argument, value);
        expect([name, value, status < 500]).toEqual([name, value, true]);
        if (status < 400) continue;
        expect([name, value, body]).toEqual([
          name,
          value,
          { code: expect.any(String), message: expect.any(String), data: expect.objectContaining({ status }) },
        ]);
        expect(await calendar.store.last()).toBe(before);
      }
    },
  );
});
