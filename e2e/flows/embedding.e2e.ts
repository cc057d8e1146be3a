import { createSiteClient } from '@almanac/infra/site-client';
import sharp from 'sharp';
import { password, type SiteProcess, startSite } from '../site.ts';

interface CreatedRecord {
  readonly id: number;
  readonly link: string;
  readonly url: string;
  readonly venue: CreatedRecord;
}

interface EmbedAnswer {
  readonly code?: string;
  readonly title?: string;
  readonly author_name?: string;
  readonly html?: string;
}

describe('records that are embeddable at once after a write', () => {
  let site: SiteProcess;
  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site.stop());

  const write = async (path: string, body: object, method = 'POST'): Promise<CreatedRecord> => {
    const answer = await site.request<CreatedRecord>(method, path, { as: 'editor1', body });
    expect([path, answer.status < 300]).toEqual([path, true]);
    return answer.body;
  };
  const embedded = async (address: string): Promise<EmbedAnswer> =>
    (await site.request<EmbedAnswer>('GET', `/oembed/1.0/embed?url=${encodeURIComponent(address)}`)).body;
  const titleAt = async (address: string): Promise<string | undefined> => {
    const { title, code } = await embedded(address);
    return title ?? code;
  };

  const event = (title: string) => ({
    title,
    status: 'publish',
    start_date: '2031-05-05 10:00:00',
    end_date: '2031-05-05 11:00:00',
    venue: { venue: `Quay of ${title}` },
  });

  it('include posts, through every change', async () => {
    for (let turn = 0; turn < 20; turn++) {
      const { id, link } = await write('/core/v2/posts', { title: `Post ${turn}`, status: 'publish' });
      expect(await embedded(link)).toMatchObject({ title: `Post ${turn}`, author_name: 'Editor One' });
      const { link: moved } = await write(`/core/v2/posts/${id}`, { title: 'Moved', slug: `moved-${turn}` });
      expect([await titleAt(link), await titleAt(moved)]).toEqual(['oembed_invalid_url', 'Moved']);
      await write(`/core/v2/posts/${id}`, { password: 'secret' });
      expect(await titleAt(moved)).toBe('Protected: Moved');
      await write(`/core/v2/posts/${id}`, { status: 'draft', password: '' });
      expect(await titleAt(`${site.origin}/?p=${id}`)).toBe('oembed_invalid_url');
      await site.request('DELETE', `/core/v2/posts/${id}?force=true`, { as: 'editor1' });
      expect(await titleAt(moved)).toBe('oembed_invalid_url');
    }
  });

  it('include events with their venues, and lose trashed records', async () => {
    for (let turn = 0; turn < 20; turn++) {
      const { id, url, venue } = await write('/cal/events/v1/events', event(`Harbour ${turn}`));
      expect([await titleAt(url), await titleAt(venue.url)]).toEqual([`Harbour ${turn}`, `Quay of Harbour ${turn}`]);
      await site.request('DELETE', `/cal/events/v1/events/${id}`, { as: 'editor1' });
      expect(await titleAt(url)).toBe('oembed_invalid_url');
    }
  });

  it('include records in other languages, below their segment', async () => {
    const { url } = await write('/cal/events/v1/events?i18n_language=fr-ca', event('Le port'));
    expect(new URL(url).pathname).toBe('/fr-ca/event/le-port/');
    expect(await titleAt(url)).toBe('Le port');
    expect(await titleAt(url.replace('/fr-ca/', '/'))).toBe('oembed_invalid_url');
    const { url: english } = await write('/cal/events/v1/events', event('The port'));
    expect(await titleAt(english.replace('/event/', '/en/event/'))).toBe('The port');
  });

  it('include media by their links, whose frames every site may show', async () => {
    const { link: parent, id: post } = await write('/core/v2/posts', { title: 'Album', status: 'publish' });
    const client = createSiteClient({ root: site.root, user: 'editor1', password: password('editor1') });
    const bytes = Buffer.from(
      await sharp({ create: { width: 1_200, height: 1_600, channels: 3, background: 'teal' } })
        .jpeg()
        .toBuffer(),
    );
    for (const [name, fields] of [
      ['alone.jpg', {}],
      ['below.jpg', { post }],
    ] as const) {
      const { id } = await client.upload<CreatedRecord>('/core/v2/media', { name, type: 'image/jpeg', bytes });
      const { link } = await write(`/core/v2/media/${id}`, fields);
      const { title, html = '' } = await embedded(link);
      expect(title).toBe(name.split('.')[0]);
      const frame = await fetch(/src="([^"#]+)#/.exec(html)?.[1] ?? '');
      expect([frame.status, frame.headers.get('content-security-policy')]).toEqual([
        200,
        expect.stringContaining('frame-ancestors *'),
      ]);
      expect(await frame.text()).toContain(`href="${link}"`);
      const page = await (await fetch(link)).text();
      for (const type of ['json', 'xml'])
        expect(page).toContain(`type="${type === 'json' ? 'application/json' : 'text/xml'}+oembed"`);
    }
    expect(parent).toBe(`${site.origin}/album/`);
  });

  it('are shown through the proxy to users who write', async () => {
    const { link } = await write('/core/v2/posts', { title: 'For a post', status: 'publish' });
    const proxied = `/oembed/1.0/proxy?url=${encodeURIComponent(link)}`;
    const statuses = [];
    for (const as of ['contrib1', 'sub1']) statuses.push((await site.request('GET', proxied, { as })).status);
    expect([...statuses, (await site.request('GET', proxied)).status]).toEqual([200, 403, 401]);
  });
});
