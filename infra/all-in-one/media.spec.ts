import { readSite } from '@almanac/service';
import type { RunningSite } from './compose.ts';
import { startSiteUnderTest } from './siteUnderTest.contract.ts';

const site = readSite({
  users: [
    {
      login: 'ada',
      role: 'author',
      email: 'ada@example.test',
      application_passwords: [{ name: 'spec', password: 'ada1 spec only 0000 0000 0001' }],
    },
  ],
});
const ADA = { authorization: `Basic ${Buffer.from('ada:ada1speconly000000000001').toString('base64')}` };
const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };

/** One pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

// biome-ignore lint/suspicious/noExplicitAny: the spec looks into what was answered
const json = async (response: Promise<Response>): Promise<any> => (await response).json();

describe('the media of a whole site', () => {
  let running: RunningSite;
  let root: string;
  beforeAll(async () => {
    running = await startSiteUnderTest(site);
    root = `http://127.0.0.1:${running.port}`;
  });
  afterAll(() => running.stop());

  const upload = (name: string) => {
    const disposition = { 'content-type': 'image/gif', 'content-disposition': `attachment; filename="${name}"` };
    const init = { method: 'POST', headers: { ...ADA, ...disposition }, body: GIF };
    return json(fetch(`${root}/en/json/core/v2/media`, init));
  };

  const createEvent = (image: unknown) => {
    const headers = { ...ADA, 'content-type': 'application/json' };
    const body = JSON.stringify({ ...times, title: 'Fair', image });
    return json(fetch(`${root}/en/json/cal/events/v1/events`, { method: 'POST', headers, body }));
  };

  it('are uploaded, and their files read, through the gateway', async () => {
    const { source_url, mime_type } = await upload('dot.gif');
    expect([source_url.startsWith(`${root}/uploads/`), mime_type]).toEqual([true, 'image/gif']);
    const file = await fetch(source_url);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/gif']);
    expect(Buffer.from(await file.arrayBuffer()).equals(GIF)).toBe(true);
  });

  it('are known to the calendar at once, by id and by address', async () => {
    const { id, source_url } = await upload('other.gif');
    expect((await createEvent(id)).image).toMatchObject({ id, url: source_url, extension: 'gif', width: 1, height: 1 });
    expect((await createEvent(source_url)).image.id).toBe(id);
    expect((await createEvent(`${root}/uploads/2031/01/none.gif`)).code).toBe('rest_invalid_param');
  });
});
