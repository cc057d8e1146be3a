import { startFakeProvider } from '@almanac/testing/social-provider';
import { type FakeVendor, startVendor } from '@almanac/testing/vendor';
import type { RunningSite } from '../engines/engine.ts';
import { onEngines } from '../engines/engines.ts';
import { request, siteFile, type UserName } from '../site.ts';

const KEY = 'a key that the vendor knows';

/** A site with a provider of a social feed and a vendor of packages, each a fake server. */
onEngines('outside services', (engine) => {
  describe('of a site', () => {
    let site: RunningSite;
    let provider: Awaited<ReturnType<typeof startFakeProvider>>;
    let vendor: FakeVendor;
    beforeAll(async () => {
      [provider, vendor] = [await startFakeProvider(), await startVendor()];
      const settings = { SOCIAL_URL: provider.url, INSTALLER_URL: vendor.url, INSTALLER_SITE_KEY: KEY };
      site = await engine.start(siteFile, settings);
    });
    afterAll(async () => {
      await site?.stop();
      await Promise.all([provider.close(), vendor.close()]);
    });

    const ask = (method: string, path: string, as?: UserName, body?: object) =>
      request(site.base, method, path, { ...(as && { as }), ...(body && { body }) });
    const media = async () => {
      const { status, headers, body } = await ask('GET', '/builder/social/media');
      return [status, body.code, headers.get('x-cache')];
    };

    it('show the media of the connected account, and keep its token secret', async () => {
      expect(await media()).toEqual([409, 'social_not_connected', null]);
      const connected = await ask('POST', '/builder/social/account', 'admin', { access_token: 'first-token' });
      expect([connected.status, connected.body]).toMatchObject([200, { connected: true, username: 'riverside' }]);
      expect(await media()).toEqual([200, 200, null]);
      expect(JSON.stringify((await ask('GET', '/builder/social/account', 'admin')).body)).not.toContain('first-token');
      expect((await ask('DELETE', '/builder/social/account', 'admin')).body).toMatchObject({ deleted: true });
      expect(await media()).toEqual([409, 'social_not_connected', null]);
    });

    it('offer the packages that the vendor names, and ask the vendor once in two hours', async () => {
      vendor.says({ status: 'expired', expires_at: null, packages: ['webhooks', 'social-feed'] });
      const pushed = await Promise.all(
        Array.from({ length: 5 }, () => ask('GET', '/installer/v1/push/fetch-subscription')),
      );
      expect(pushed.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429]);
      expect(vendor.asked).toMatchObject([{ site_key: KEY, packages: { popups: '1.0.0' } }]);
      const popups = await ask('GET', '/installer/v1/packages/popups', 'admin');
      expect(popups.body).toMatchObject({ status: 'inactive', entitled: false, reason: 'subscription' });
      expect((await ask('GET', '/popup/v1/popups', 'admin')).body.code).toBe('rest_no_route');
      const on = await ask('PATCH', '/installer/v1/packages/popups', 'admin', { status: 'active' });
      expect([on.status, on.body.code]).toEqual([409, 'installer_package_not_entitled']);
      expect((await ask('GET', '/installer/v1/subscription', 'admin')).body).toMatchObject({
        configured: true,
        registered: true,
        status: 'expired',
        last_result: 'refreshed',
      });
    });
  });
});
