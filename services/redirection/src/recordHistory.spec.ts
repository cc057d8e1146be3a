import { historyContract } from '@almanac/service/history-contract';
import { registrations } from './service.ts';
import { sentRule, serveRedirection, type TestService } from './testing.contract.ts';

let redirection: TestService;

beforeAll(async () => {
  redirection = await serveRedirection();
});
afterAll(() => redirection.stop());

const ask = async (method: string, path: string, body?: object) => {
  const answer = await redirection.ask(method, path, { body });
  expect([path, answer.status < 300, answer.body]).toEqual([path, true, answer.body]);
  return answer.body;
};

historyContract({
  registrations,
  store: () => redirection.store,
  records: {
    rule: async () => {
      const { id } = (await ask('POST', '/redirect', sentRule)).items[0];
      await ask('POST', `/redirect/${id}`, { ...sentRule, title: 'Other' });
      return { id, shown: (await ask('GET', '/redirect')).items[0] };
    },
    group: async () => {
      const { items } = await ask('POST', '/group', { name: 'Old', moduleId: 1 });
      const { id } = items.find(({ name }: { readonly name: string }) => name === 'Old');
      await ask('POST', `/group/${id}`, { name: 'New', moduleId: 2 });
      return { id, shown: (await ask('GET', '/group')).items[0] };
    },
    options: async () => {
      await ask('POST', '/setting', { support: true });
      await ask('POST', '/setting', { support: false, location: '/srv/.htaccess' });
      return { id: 'site', shown: (await ask('GET', '/setting')).settings };
    },
  },
  withoutRoutes: [],
});
