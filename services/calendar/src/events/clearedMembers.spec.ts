import { newPicture, serveCalendar, type TestService } from '../testing.contract.ts';

describe('an update that leaves members out', () => {
  let calendar: TestService;
  // biome-ignore lint/suspicious/noExplicitAny: an event as answered
  let event: any;
  beforeEach(async () => {
    calendar = await serveCalendar();
    const body = {
      title: 'Fair',
      start_date: '2031-06-10 19:30:00',
      end_date: '2031-06-10 22:00:00',
      description: 'Kept.',
      cost: '5',
      website: 'https://example.org/',
      organizer: { organizer: 'Club' },
      venue: { venue: 'Hall' },
      image: newPicture.id,
    };
    event = (await calendar.ask('administrator', 'POST', '/events', { body })).body;
  });
  afterEach(() => calendar.stop());

  const change = async (method: string, body: object, headers: Record<string, string> = {}) =>
    (await calendar.ask('administrator', method, `/events/${event.id}`, { body, headers })).body;
  const membersOf = ({ image, organizer, cost, website, venue, description }: typeof event) => ({
    image,
    organizer,
    cost,
    website,
    venue,
    description,
  });
  const strict = { prefer: 'unsent=clear' };

  it.each([
    ['POST', {}],
    ['PUT', strict],
    ['POST', { prefer: 'return=minimal' }],
  ])('keeps them: %s %j', async (method, headers) => {
    expect(membersOf(await change(method, { title: 'New' }, headers))).toEqual(membersOf(event));
  });

  it('clears image, organizers, cost and website of a POST that prefers it', async () => {
    const { venue, description } = event;
    expect(membersOf(await change('POST', { title: 'New' }, strict))).toEqual({
      image: false,
      organizer: [],
      cost: '',
      website: event.url,
      venue,
      description,
    });
  });

  it('keeps those of a strict POST that sends them', async () => {
    const { image, organizer, cost, website } = event;
    const kept = await change('POST', { image: image.id, organizer: organizer[0].id, cost, website }, strict);
    expect(membersOf(kept)).toEqual(membersOf(event));
  });
});
