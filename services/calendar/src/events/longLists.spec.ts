import { serveCalendar, type TestService } from '../testing.contract.ts';
import { type EventState, events } from './event.ts';

/** Stored texts of more characters than one answer may be made from. */
const TEXT = 'x'.repeat(1_048_576);
const EVENTS = 17;

let calendar: TestService;
beforeAll(async () => {
  calendar = await serveCalendar();
  for (let turn = 0; turn < EVENTS; turn++) {
    const times = { start_date: '2031-06-01 10:00:00', end_date: '2031-06-01 11:00:00' };
    const body = { title: `Long ${turn}`, description: 'short', excerpt: 'An excerpt', ...times };
    const { id } = (await calendar.ask('editor', 'POST', '/events', { body: { ...body, status: 'publish' } })).body;
    const stored = await calendar.documents.get<EventState>(events, id);
    if (!stored?.body) throw new Error(`no event ${id}`);
    const long = { ...stored.body, version: stored.version + 1, content: TEXT };
    await calendar.documents.write([{ collection: events, id, version: stored.version + 1, body: long }]);
  }
});
afterAll(() => calendar.stop());

const lists = [
  {
    namespace: 'cal/events/v1',
    path: '/events?per_page=50',
    fields: 'events.id,events.title',
    text: 'events.description',
  },
  { namespace: 'core/v2', path: '/cal_events?per_page=100', fields: 'id,title,_links', text: 'content' },
  { namespace: 'calx/v1', path: '/events?per_page=50', fields: 'id,title', text: 'content' },
] as const;

interface ListedEvent {
  readonly id: number;
  readonly description?: string;
  readonly content?: { readonly rendered: string };
}

const recordsOf = (
  body: readonly ListedEvent[] | { readonly events: readonly ListedEvent[] },
): readonly ListedEvent[] => ('events' in body ? body.events : body);

describe.each(lists)('a list of long events in $namespace', ({ namespace, path, fields, text }) => {
  const list = (query = '') => calendar.ask('editor', 'GET', path + query, { namespace });

  it('is refused if the texts are too long together', async () => {
    const refused = { status: 400, body: { code: 'rest_answer_too_large' } };
    expect(await list()).toMatchObject(refused);
    expect(await list(`&_fields=${text}`)).toMatchObject(refused);
  });

  it('has all events if their texts are not requested', async () => {
    const { status, body } = await list(`&_fields=${fields}`);
    expect(status).toBe(200);
    expect(new Set(recordsOf(body).map(({ id }) => id)).size).toBe(EVENTS);
  });

  it('shows the texts of a shorter page afterwards', async () => {
    const { body } = await calendar.ask('editor', 'GET', path.replace(/\d+$/, '1'), { namespace });
    const [first] = recordsOf(body);
    expect(first?.description ?? first?.content?.rendered).toContain(TEXT);
  });
});
