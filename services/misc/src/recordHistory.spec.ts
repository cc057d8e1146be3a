import { historyContract, type ShownRecord } from '@almanac/service/history-contract';
import { startFakeProvider } from '@almanac/testing/social-provider';
import { allPackages, startVendor } from '@almanac/testing/vendor';
import { providerAt } from './builder/social/provider.ts';
import { vendorAt } from './installer/subscription/vendor.ts';
import { registrations } from './service.ts';
import { wholePopup } from './storedEventsScenario.contract.ts';
import { serveMisc, type TestService } from './testing.contract.ts';

let misc: TestService;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
let vendor: Awaited<ReturnType<typeof startVendor>>;

beforeAll(async () => {
  [provider, vendor] = await Promise.all([startFakeProvider(), startVendor()]);
  misc = await serveMisc({
    socialProvider: providerAt({ url: provider.url, app: { id: 'app', secret: 'app-secret' } }),
    vendor: vendorAt(vendor.url, 'site-key'),
    mail: { from: undefined, send: async () => undefined },
  });
});
afterAll(() => Promise.all([misc.stop(), provider.close(), vendor.close()]));

const ask = async (method: string, path: string, body?: object) => {
  const answer = await misc.ask(path, { as: 'administrator', method, body });
  expect([path, answer.status < 300, answer.body]).toEqual([path, true, answer.body]);
  return answer.body;
};

/** Sends writes of a record with its own path, and returns the record as the path shows it. */
const changed = async (path: string, id: number | string, ...bodies: readonly object[]): Promise<ShownRecord> => {
  for (const body of bodies) await ask('POST', path, body);
  return { id, shown: await ask('GET', path) };
};

historyContract({
  registrations,
  store: () => misc.store,
  records: {
    package: () => changed('/installer/v1/packages/webhooks', 'webhooks', { status: 'inactive' }, { status: 'active' }),
    subscription: async () => {
      const path = '/installer/v1/push/fetch-subscription';
      await ask('GET', path);
      misc.advance(86_400_000);
      vendor.says({ status: 'expired', expires_at: null, packages: allPackages });
      await ask('GET', path);
      return changed('/installer/v1/subscription', 'site');
    },
    popup: async () => {
      const { id } = await ask('POST', '/popup/v1/popups', wholePopup);
      return changed(`/popup/v1/popups/${id}`, id, { title: 'Other' }, { status: 'publish' });
    },
    secondstep: () => changed('/login/v1/settings', 'site', { second_step: 'everybody' }, { second_step: 'off' }),
    webhook: async () => {
      const { id } = await ask('POST', '/ops/v1/webhooks', { url: 'https://hooks.example/in' });
      return changed(`/ops/v1/webhooks/${id}`, id, { status: 'paused' });
    },
    social: async () => {
      await ask('POST', '/builder/social/account', { access_token: 'first-token' });
      await ask('DELETE', '/builder/social/account');
      return changed('/builder/social/account', 'account');
    },
  },
  withoutRoutes: ['visits', 'statistics', 'signin', 'recovery'],
});
