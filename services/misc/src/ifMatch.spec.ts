import type { Mailer } from '@almanac/effects/mail';
import { ifMatchContract, type WritingService, type WrittenRecord } from '@almanac/rest/if-match-contract';
import { startFakeProvider } from '@almanac/testing/social-provider';
import { providerAt } from './builder/social/provider.ts';
import { routesOf } from './service.ts';
import { miscUnderTest, serveMisc } from './testing.contract.ts';

const mailer: Mailer = { from: undefined, send: async () => undefined };

const serve = async (): Promise<WritingService> => {
  const provider = await startFakeProvider();
  const socialProvider = providerAt({ url: provider.url, app: { id: 'app', secret: 'app-secret' } });
  const misc = await serveMisc({ socialProvider, mail: mailer });
  return {
    store: misc.store,
    ask: (method, path, asking = {}) => misc.ask(`/${path}`, { as: 'administrator', method, ...asking }),
    stop: async () => {
      await misc.stop();
      await provider.close();
    },
  };
};

/** Creates records of a collection; each is changed at its own address. */
const listed =
  (collection: string, made: object, [body, changed]: readonly [object, object]) =>
  async ({ ask }: WritingService): Promise<WrittenRecord> => {
    const { status, body: record } = await ask('POST', collection, { body: made });
    expect(status).toBe(201);
    const path = `${collection}/${record.id}`;
    return { path, body, change: ['PATCH', path, changed], missing: `${collection}/987654321` };
  };

const popup = listed('popup/v1/popups', { title: 'Made' }, [{ title: 'Written' }, { title: 'Changed' }]);

const webhook = listed('ops/v1/webhooks', { url: 'https://a.example/in' }, [
  { url: 'https://a.example/written' },
  { url: 'https://a.example/changed' },
]);

/** The statistics of a popup; they are reset by the popup's version. */
const statistics = async (serving: WritingService): Promise<WrittenRecord> => {
  const { path, missing, change } = await popup(serving);
  return { path: `${path}/stats`, read: path, change, missing: `${missing}/stats` };
};

const packaged = async (_: WritingService, n: 0 | 1): Promise<WrittenRecord> => {
  const path = `installer/v1/packages/${n === 0 ? 'popups' : 'webhooks'}`;
  const change = ['PATCH', path, { status: 'inactive' }] as const;
  return { path, body: { status: 'active' }, change, missing: 'installer/v1/packages/none' };
};

const plugin = async (_: WritingService, n: 0 | 1): Promise<WrittenRecord> => {
  const path = `core/v2/plugins/${n === 0 ? 'popups/popups' : 'webhooks/webhooks'}`;
  const change = ['PATCH', path, { status: 'inactive' }] as const;
  return { path, body: { status: 'active' }, change, missing: 'core/v2/plugins/none/none' };
};

/** A record that exists only once. */
const single =
  (path: string, body: object, changed: object) =>
  async (serving: WritingService, n: 0 | 1): Promise<WrittenRecord> => {
    if (n === 1) return packaged(serving, 1);
    return { path, body, change: ['POST', path, changed] };
  };

const account = async (serving: WritingService, n: 0 | 1): Promise<WrittenRecord> => {
  const path = 'builder/social/account';
  if (n === 0) await serving.ask('POST', path, { body: { access_token: 'first-token' } });
  return single(path, { access_token: 'first-token' }, { access_token: 'first-token' })(serving, n);
};

ifMatchContract({
  routes: routesOf(miscUnderTest()),
  serve,
  records: {
    'popup/v1/popups/{id:\\d+}': popup,
    'popup/v1/popups/{id:\\d+}/stats': statistics,
    'installer/v1/packages/{slug}': packaged,
    'core/v2/plugins/{folder}/{slug}': plugin,
    'builder/social/account': account,
    'login/v1/settings': single('login/v1/settings', { second_step: 'off' }, { second_step: 'everybody' }),
    'ops/v1/webhooks/{id:\\d+}': webhook,
  },
  withoutRecord: [
    'POST builder/rendered_content',
    'POST core/v2/plugins',
    'POST login/v1/mfa/send-code',
    'POST ops/v1/dead-letters/discard',
    'POST ops/v1/dead-letters/replay',
    'POST ops/v1/history/{kind}/{id}/restore',
    'POST ops/v1/rebuilds',
    'POST ops/v1/webhooks',
    'POST ops/v1/webhooks/{id:\\d+}/deliveries/{delivery}/redeliver',
    'POST ops/v1/webhooks/{id:\\d+}/ping',
    'POST popup/v1/popups',
  ],
});
