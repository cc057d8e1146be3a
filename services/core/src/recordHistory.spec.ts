import { historyContract, type ShownRecord } from '@almanac/service/history-contract';
import { picture, uploadRaw } from './media/testing.contract.ts';
import { registrations } from './service.ts';
import { serveCore, type TestService } from './testing.contract.ts';

let core: TestService;

beforeAll(async () => {
  core = await serveCore();
});
afterAll(() => core.stop());

const ask = async (method: string, path: string, body?: object) => {
  const answer = await core.ask('administrator', method, `/core/v2/${path}`, body);
  expect([path, answer.status < 300, answer.body]).toEqual([path, true, answer.body]);
  return answer.body;
};

const changed = async (path: string, id: number | string, change: object): Promise<ShownRecord> => {
  await ask('PUT', path, change);
  return { id, shown: await ask('GET', `${path}?context=edit`) };
};

const created = async (base: string, sent: object, change: object): Promise<ShownRecord> => {
  const { id } = await ask('POST', base, sent);
  return changed(`${base}/${id}`, id, change);
};

historyContract({
  registrations,
  store: () => core.store,
  records: {
    user: () =>
      created(
        'users',
        { username: 'bob', email: 'bob@example.test', password: 'long enough 1' },
        { first_name: 'Bob', roles: ['editor'], password: 'long enough 2' },
      ),
    applicationpassword: async () => {
      const base = 'users/me/application-passwords';
      const { uuid } = await ask('POST', base, { name: 'Phone' });
      return changed(`${base}/${uuid}`, uuid, { name: 'Tablet' });
    },
    category: () => created('categories', { name: 'Coast' }, { name: 'Piers' }),
    tag: () => created('tags', { name: 'Sea' }, { name: 'Lake' }),
    post: () => created('posts', { title: 'Tide' }, { title: 'Ebb', status: 'publish', password: 'sesame' }),
    comment: async () => {
      const { id: post } = await ask('POST', 'posts', { title: 'Talk', status: 'publish' });
      const writer = { author_name: 'Vera', author_url: 'https://vera.example' };
      return created('comments', { post, content: 'When?', ...writer }, { content: 'Soon.', status: 'approve' });
    },
    menu: () => created('menus', { name: 'Top' }, { name: 'Main', description: 'Above', auto_add: true }),
    menuitem: () => created('menu-items', { title: 'Out', url: '/out/' }, { title: 'Away', target: '_blank' }),
    autosave: async () => {
      const { id: post, author } = await ask('POST', 'posts', { title: 'Quay', status: 'publish' });
      for (const title of ['Quay 2', 'Quay 3']) await ask('POST', `posts/${post}/autosaves`, { title });
      const [shown] = await ask('GET', `posts/${post}/autosaves?context=edit`);
      return { id: `${post}/${author}`, shown };
    },
    medium: async () => {
      const content = await picture(400, 320);
      const { body } = await uploadRaw(core, { as: 'administrator', content, name: 'pier.jpg' });
      return changed(`media/${body.id}`, body.id, { alt_text: 'A pier', title: 'Pier' });
    },
    settings: async () => {
      await ask('PUT', 'settings', { title: 'Quay' });
      return changed('settings', 'site', { title: 'Pier' });
    },
  },
  written: { user: ['password'] },
  withoutRoutes: ['categorytree', 'pagetree', 'translations', 'translationresult', 'menulocations'],
});
