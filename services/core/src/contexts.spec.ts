import { uploadRaw } from './media/testing.contract.ts';
import { routesOf } from './service.ts';
import { type RoleName, serveCore, type TestService } from './testing.contract.ts';

const callers = ['visitor', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;
const contexts = ['embed', 'view', 'edit'] as const;

/** Text contained in every password-protected text, and nowhere else. */
const SECRET = 'whisper';
const texts = {
  content: SECRET,
  excerpt: SECRET,
  meta: { footnotes: JSON.stringify([{ id: 'a', content: SECRET }]), _VenuePhone: SECRET },
};

let core: TestService;
/** Sample values for the variable parts of a path, by the preceding segment. */
let samples: Readonly<Record<string, readonly (string | number)[]>>;

const write = async (as: RoleName, path: string, body: object) => {
  const answer = await core.ask(as, 'POST', `/core/v2/${path}`, body);
  expect([path, answer.status < 300]).toEqual([path, true]);
  return answer.body;
};

beforeAll(async () => {
  core = await serveCore();
  const post = (as: RoleName, body: object) => write(as, 'posts', { title: 'A post', ...body });
  const category = await write('editor', 'categories', { name: 'News' });
  const tag = await write('editor', 'tags', { name: 'Hot' });
  const terms = { categories: [category.id], tags: [tag.id] };
  const locked = await post('author', { ...texts, ...terms, status: 'publish', password: 'sesame' });
  const short = await post('author', { content: SECRET, status: 'publish', password: 'sesame' });
  const open = await post('editor', { content: 'text', ...terms, status: 'publish' });
  const draft = await post('contributor', { content: 'text' });
  await write('author', `posts/${locked.id}`, { content: `${SECRET} again` });
  await write('editor', `posts/${locked.id}/autosaves`, { content: `${SECRET} saved` });
  const lockedPage = await write('editor', 'pages', { ...texts, status: 'publish', password: 'sesame' });
  const openPage = await write('editor', 'pages', { title: 'A page', status: 'publish', parent: lockedPage.id });
  await write('editor', `pages/${lockedPage.id}`, { content: `${SECRET} again` });
  await write('editor', `pages/${lockedPage.id}/autosaves`, { content: `${SECRET} saved` });
  const commented = { post: open.id, content: 'A comment', status: 'approve' };
  const comment = await write('administrator', 'comments', commented);
  const menu = await write('administrator', 'menus', { name: 'Top' });
  const item = await write('administrator', 'menu-items', { title: 'Out', url: '/out/', menus: menu.id });
  const upload = async (query = '') => (await uploadRaw(core, { content: 'x', name: 'a.txt', query })).body.id;
  const media = [await upload(), await upload('?status=private'), await upload(`?post=${locked.id}`)];
  const passwords = 'users/me/application-passwords';
  const listed = async (path: string, name = 'id') =>
    (await core.ask('administrator', 'GET', `/core/v2/${path}`)).body.map(
      (each: Record<string, unknown>) => each[name],
    );
  samples = {
    comments: [comment.id],
    menus: [menu.id],
    'menu-items': [item.id],
    'menu-locations': ['primary', 'footer'],
    pages: [lockedPage.id, openPage.id],
    posts: [locked.id, short.id, open.id, draft.id],
    revisions: [
      ...(await listed(`posts/${locked.id}/revisions`)),
      ...(await listed(`pages/${lockedPage.id}/revisions`)),
    ],
    autosaves: [
      ...(await listed(`posts/${locked.id}/autosaves`)),
      ...(await listed(`pages/${lockedPage.id}/autosaves`)),
    ],
    media,
    categories: [category.id],
    tags: [tag.id],
    users: [1, 2, 3, 4, 5, 'me'],
    avatars: ['7-41'],
    'application-passwords': await listed(passwords, 'uuid'),
    'block-renderer': ['core'],
    'block-types': ['core'],
    core: ['paragraph', 'column'],
    themes: await listed('themes', 'stylesheet'),
    types: ['post', 'page'],
    statuses: ['publish', 'draft'],
    taxonomies: ['category', 'post_tag'],
  };
});
afterAll(() => core.stop());

const pathOf = ({ namespace, path }: { readonly namespace: string; readonly path: string }): string =>
  `/${namespace}${path.replace(/\{\w+:(?:[^{}]|\{[^{}]*\})+\}/g, '*')}`;

/** Returns the addresses of a declared path: all samples in place of its variable parts. */
const addressesOf = (path: string): string[] => {
  const [before, after] = [path.slice(0, path.indexOf('/*')), path.slice(path.indexOf('/*') + 2)];
  if (!path.includes('/*')) return [path];
  const known = samples[before.slice(before.lastIndexOf('/') + 1)];
  if (known === undefined) throw new Error(`no sample for ${path}`);
  return known.flatMap((sample) => addressesOf(`${before}/${sample}${after}`));
};

const declared = () =>
  routesOf(core).filter(({ namespace, methods }) => namespace === 'core/v2' && methods.includes('GET'));
const reading = (): string[] =>
  declared()
    .filter(({ args }) => 'context' in args)
    .map(pathOf);

const asked = (as: RoleName, address: string, query: string) =>
  core.ask(as, 'GET', `${address}${address.includes('?') ? '&' : '?'}${query}`);

type Leaf = readonly [path: string, value: unknown];

/** Returns every member of an answer that has a value, with its path. */
const shownIn = (value: unknown, at = ''): Leaf[] => {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, each]) => (name === '_links' ? [] : shownIn(each, `${at}/${name}`)));
  }
  return value === '' || value === null || value === false || value === 0 ? [] : [[at, value]];
};

/** True for a member that shows if a password was given; it does not show the protected content. */
const isAboutContext = ([path]: Leaf): boolean => path.includes('/class_list/');

describe.each(callers)('a read by a %s', (caller) => {
  it('hides a member in smaller contexts if a larger one hides it', async () => {
    for (const address of reading().flatMap(addressesOf)) {
      const [embed, view, edit] = await Promise.all(contexts.map((each) => asked(caller, address, `context=${each}`)));
      for (const [smaller, larger] of [
        [embed, view],
        [view, edit],
      ] as const) {
        if (smaller?.status !== 200 || larger?.status !== 200 || Array.isArray(smaller.body)) continue;
        const known = new Map(shownIn(larger.body));
        const more = shownIn(smaller.body).filter((leaf) => !isAboutContext(leaf) && known.get(leaf[0]) !== leaf[1]);
        expect([address, more]).toEqual([address, []]);
      }
    }
  });

  it('hides data behind a password, except from editing by users who may', async () => {
    const mayEdit = ['author', 'editor', 'administrator'].includes(caller);
    const addresses = declared().map(pathOf).flatMap(addressesOf);
    const lists = ['/core/v2/posts?orderby=title', `/core/v2/media?_embed&parent=${samples.posts?.[0]}`];
    for (const address of [...addresses, ...lists]) {
      for (const query of ['', '_embed', 'context=embed', 'context=view&_embed', '_envelope&_embed']) {
        const { body } = await asked(caller, address, query);
        const isOfEditors = /\/(revisions|autosaves)(\/|$)/.test(address) && mayEdit;
        if (!isOfEditors)
          expect([address, query, JSON.stringify(body ?? '').includes(SECRET)]).toEqual([address, query, false]);
      }
      const { status, body } = await asked(caller, address, 'context=edit');
      if (!mayEdit)
        expect([address, status, JSON.stringify(body ?? '').includes(SECRET)]).toEqual([address, status, false]);
    }
  });

  it('embeds a record as it is read alone, refusals included', async () => {
    for (const address of reading().flatMap(addressesOf)) {
      const { status, body } = await asked(caller, address, '_embed&context=view');
      if (status !== 200) continue;
      for (const { _links: links = {}, _embedded: embedded = {} } of [body].flat()) {
        for (const [relation, records] of Object.entries<unknown[]>(embedded)) {
          for (const [index, record] of records.entries()) {
            const href = new URL(links[relation][index].href);
            const path = href.pathname.replace('/en/json', '') + href.search;
            const alone = await asked(caller, path, 'context=embed&per_page=100');
            expect([address, path, record]).toEqual([address, path, alone.body]);
          }
        }
      }
    }
  });
});
