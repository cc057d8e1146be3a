import { type FakeService, startFakeServer } from '@almanac/outgoing/testing';
import { eventually } from '@almanac/testing';
import { type MailServer, startMailServer } from '@almanac/testing/mail-server';
import type { RunningSite } from '../engines/engine.ts';
import { onEngines } from '../engines/engines.ts';
import { request, siteFile } from '../site.ts';

interface HealthTest {
  readonly test: string;
  readonly status: string;
  readonly description: string;
}

/** Health of a site; specs of `libs/service/src/operations` and `services/misc/src/health` cover other states. */
onEngines('health', (engine) => {
  describe('of a site with outside services', () => {
    let site: RunningSite;
    let mail: MailServer;
    let outside: FakeService;
    let status = 404;

    beforeAll(async () => {
      mail = await startMailServer();
      outside = await startFakeServer((_, response) => response.writeHead(status).end());
      const url = `http://127.0.0.1:${outside.port}`;
      site = await engine.start(siteFile, { MAIL_URL: mail.url, SOCIAL_URL: url, INSTALLER_URL: url });
    });
    afterAll(async () => {
      await site?.stop();
      await Promise.all([mail.close(), outside.close()]);
    });

    const ask = async <Body>(path: string): Promise<Body> =>
      (await request<Body>(site.base, 'GET', `/health/v1/tests${path}`, { as: 'admin' })).body;
    const outsideNow = () => ask<HealthTest>('/outside-communication');
    /** Waits for a status; results are cached for ten seconds. */
    const becomes = (wanted: string) => eventually(async () => (await outsideNow()).status === wanted);

    it('is good on a fresh site, except for TLS', async () => {
      const others = async () => {
        const tests = await ask<HealthTest[]>('');
        return tests.flatMap(({ test, status, description }) => (status === 'good' ? [] : [`${test}: ${description}`]));
      };
      // a service that times out on a busy machine answers the next time
      let found: readonly string[] = [];
      await eventually(async () => {
        found = await others();
        return found.length === 1;
      }).catch(() => undefined);
      expect(found).toEqual([expect.stringMatching(/^https-status: /)]);
    });

    it('distinguishes outside services with a fault from those that are away', async () => {
      expect((await outsideNow()).description).toMatch(/MAIL_URL.*SOCIAL_URL.*INSTALLER_URL/s);
      status = 503;
      await becomes('recommended');
      await mail.close();
      await becomes('critical');
      expect((await outsideNow()).description).toContain('MAIL_URL: the service at this address does not answer');
      status = 200;
      mail = await startMailServer(Number(new URL(mail.url).port));
      await becomes('good');
    });
  });
});
