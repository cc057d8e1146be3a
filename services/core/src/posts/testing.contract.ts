import type { RoleName, TestService } from '../testing.contract.ts';

/** Helpers for specs of posts, for the core that the spec runs. */
export const postRequests = (core: () => TestService) => {
  const create = (body: object, as: RoleName = 'editor') => core().ask(as, 'POST', '/core/v2/posts', body);
  return {
    create,
    made: async (body: object, as?: RoleName) => (await create({ title: 'A post', ...body }, as)).body,
    update: (id: number, body: object, as: RoleName = 'editor') => core().ask(as, 'PUT', `/core/v2/posts/${id}`, body),
    read: (id: number, query = '', as: RoleName = 'visitor') => core().ask(as, 'GET', `/core/v2/posts/${id}${query}`),
  };
};

/** Helpers for specs of lists: each new post is published a minute after the former one. */
export const listingPosts = (core: () => TestService) => {
  let minute = 0;
  beforeEach(() => {
    minute = 0;
  });
  const list = (query = '', as: RoleName = 'visitor') => core().ask(as, 'GET', `/core/v2/posts?${query}`);
  return {
    list,
    made: async (title: string, more: object = {}, as: RoleName = 'editor') => {
      const date = `2016-01-01T00:${String(minute++ % 60).padStart(2, '0')}:00`;
      return (await core().ask(as, 'POST', '/core/v2/posts', { title, status: 'publish', date, ...more })).body;
    },
    titles: async (query = '', as: RoleName = 'visitor') =>
      (await list(query, as)).body.map(({ title }: { title: { rendered: string } }) => title.rendered),
  };
};
