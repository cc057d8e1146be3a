import type { Documents } from '@almanac/documents';
import { type RoleName, serveCore, type TestService } from '../testing.contract.ts';
import { contentImages } from './contentImages.ts';
import { picture, uploadRaw } from './testing.contract.ts';

let core: TestService;
let wide: number;
let own: number;
let hidden: number;
let draft: number;

const upload = async (name: string, sides: [number, number], query = ''): Promise<number> => {
  const { status, body } = await uploadRaw(core, { as: 'editor', content: await picture(...sides), name, query });
  expect([status, body.code]).toEqual([201, undefined]);
  return body.id;
};

const write = async (body: object, path = '/core/v2/posts') =>
  (await core.ask('editor', 'POST', path, { title: 'x', status: 'publish', ...body })).body;

const shown = async (content: string, more: object = {}): Promise<string> =>
  (await write({ content, ...more })).content.rendered;

beforeAll(async () => {
  core = await serveCore();
  wide = await upload('pier.jpg', [1_600, 900], '?alt_text=Boats');
  hidden = await upload('hidden.jpg', [400, 300], '?status=private');
  draft = (await write({ status: 'draft' })).id;
  own = await upload('own.jpg', [400, 300], `?post=${draft}`);
});
afterAll(() => core.stop());

const base = 'http://site.test/uploads/2026/05';
const others = `${base}/pier-768x432.jpg 768w, ${base}/pier-1536x864.jpg 1536w, ${base}/pier.jpg 1600w`;

describe('an image in content that names its medium by its class', () => {
  it('gets sizes and versions, according to the file that it shows', async () => {
    const tag = `<img class="alignleft core-image-${wide}" src="${base}/pier-1024x576.jpg" alt="A" />`;
    expect(await shown(tag)).toBe(
      `<p><img loading="lazy" decoding="async" width="1024" height="576" class="alignleft core-image-${wide}" ` +
        `src="${base}/pier-1024x576.jpg" alt="A" srcset="${base}/pier-1024x576.jpg 1024w, ${base}/pier-300x169.jpg 300w, ` +
        `${others}" sizes="(max-width: 1024px) 100vw, 1024px" /></p>\n`,
    );
  });

  it('has the same versions under the class of imported content', async () => {
    const tag = `<img class="core-image-${wide}" src="${base}/pier.jpg" alt="A" />`;
    const imported = tag.replace('core-image', 'wp-image');
    expect(await shown(imported)).toBe((await shown(tag)).replace('core-image', 'wp-image'));
    expect(await shown(imported)).toContain('srcset=');
  });

  it('keeps the sizes in its markup', async () => {
    const html = await shown(
      `<img class="core-image-${wide}" width="200" height="113" src="/uploads/2026/05/pier.jpg">`,
    );
    expect(html).toContain('<img loading="lazy" decoding="async" class=');
    expect(html).toContain('width="200" height="113"');
    expect(html).toContain('sizes="(max-width: 200px) 100vw, 200px"');
  });

  it('gets no versions of other proportions', async () => {
    const html = await shown(`<img class="core-image-${wide}" src="${base}/pier-150x150.jpg">`);
    expect(html).toContain('width="150" height="150"');
    expect(html).not.toContain('srcset');
  });

  it.each([
    ['another picture', () => `<img class="core-image-${wide}" src="${base}/own.jpg">`],
    ['no medium', () => `<img class="core-image-99999" src="${base}/pier.jpg">`],
    ['no address', () => `<img class="core-image-${hidden}">`],
  ])('is unchanged if it shows %s', async (_, tag) => {
    expect(await shown(tag())).toBe(`<p>${tag().replace('<img', '<img decoding="async"')}</p>\n`);
  });

  it('gets them wherever content is displayed', async () => {
    const content = `<img class="core-image-${wide}" src="${base}/pier.jpg">`;
    const { id, slug } = await write({ content, excerpt: content });
    const read = async (path: string, as: RoleName = 'editor') =>
      JSON.stringify((await core.ask(as, 'GET', path)).body);
    await write({ content: `${content}!`, excerpt: content }, `/core/v2/posts/${id}`);
    for (const path of [`posts/${id}`, `posts?include=${id}`, `posts?include=${id}&_fields=excerpt`]) {
      expect([path, (await read(`/core/v2/${path}`, 'visitor')).includes('768w')]).toEqual([path, true]);
    }
    expect(await read(`/core/v2/posts/${id}/revisions`)).toContain('768w');
    await core.ask('editor', 'POST', `/core/v2/posts/${id}/autosaves`, { content: `${content}?` });
    expect(await read(`/core/v2/posts/${id}/autosaves`)).toContain('768w');
    for (const path of [`/pages/${slug}`, `/pages/${slug}/embed`, '/pages']) {
      const page = await core.send('visitor', `/internal${path}`, {});
      expect([path, (await page.text()).includes('768w')]).toEqual([path, true]);
    }
    const about = await upload('about.jpg', [10, 10], `?description=${encodeURIComponent(content)}`);
    expect(await read(`/core/v2/media/${about}`, 'visitor')).toContain('768w');
  });
});

describe('a gallery', () => {
  const gallery = (...items: string[]): string =>
    `<div class="gallery">${items.map((item) => `<figure class="gallery-item">${item}</figure>`).join('')}</div>\n`;
  const ofOwn =
    `<img loading="lazy" decoding="async" src="${base}/own-300x225.jpg" alt="" width="300" height="225" ` +
    `srcset="${base}/own-300x225.jpg 300w, ${base}/own.jpg 400w" sizes="(max-width: 300px) 100vw, 300px" />`;

  it('shows the stored media that it names', async () => {
    const ofPier =
      `<img loading="lazy" decoding="async" src="${base}/pier-300x169.jpg" alt="Boats" width="300" height="169" srcset="` +
      `${base}/pier-300x169.jpg 300w, ${base}/pier-1024x576.jpg 1024w, ${others}" sizes="(max-width: 300px) 100vw, 300px" />`;
    expect(await shown(`[gallery ids="${wide},99999"]`)).toBe(gallery(ofPier));
  });

  it('shows the attachments of its post if it names none', async () => {
    const { content } = await write({ content: '[gallery]' }, `/core/v2/posts/${draft}`);
    expect(content.rendered).toBe(gallery(ofOwn));
    await write({ status: 'draft' }, `/core/v2/posts/${draft}`);
    expect(await shown('[gallery]')).toBe('\n');
  });

  it('shows only public media, except for its own post’s', async () => {
    expect(await shown(`[gallery ids="${hidden},${own}"]`)).toBe('\n');
    const { content } = await write({ content: `[gallery ids="${own}"]`, status: 'draft' }, `/core/v2/posts/${draft}`);
    expect(content.rendered).toBe(gallery(ofOwn));
  });
});

describe('the media of many texts', () => {
  /** Returns the queried collections, one name a query. */
  const lookUps = async (text: string): Promise<string[]> => {
    const asked: string[] = [];
    const documents: Documents = {
      ...core.documents,
      getMany: (collection, ids) => {
        asked.push(collection.name);
        return core.documents.getMany(collection, ids);
      },
      find: (collection, query) => {
        asked.push(collection.name);
        return core.documents.find(collection, query);
      },
    };
    const items = Array.from({ length: 50 }, (_, index) => ({ id: draft + index, texts: [text, 'plain'] }));
    const images = await contentImages(documents, 'http://site.test', items);
    expect(images('plain', draft)).toBeUndefined();
    return asked;
  };

  it('are looked up together, with attachments and their posts', async () => {
    const text = `<img class="core-image-${wide}" src="a"> [gallery ids="${own}"]`;
    expect(await lookUps(text)).toEqual(['media', 'posts']);
    expect((await lookUps(`${text} [gallery]`)).toSorted()).toEqual(['media', 'media', 'posts']);
  });

  it('are not looked up if no text names any', async () => {
    expect(await lookUps('plain')).toEqual([]);
  });
});
