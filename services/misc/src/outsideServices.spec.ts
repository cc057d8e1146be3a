import { type FakeService, startFakeServer } from '@almanac/outgoing/testing';
import { type MailServer, startMailServer } from '@almanac/testing/mail-server';
import type { PackageSlug } from './misc.ts';
import { outsideServicesInUse, readOutsideServices } from './outsideServices.ts';

describe('the outside services of misc', () => {
  let mail: MailServer;
  let fake: FakeService;
  let status: number;
  beforeEach(async () => {
    status = 405;
    mail = await startMailServer();
    fake = await startFakeServer((_, response) => response.writeHead(status).end());
  });
  afterEach(async () => {
    await mail.close();
    await fake.close();
  });

  const url = () => `http://127.0.0.1:${fake.port}/api`;
  const own = () => ({ MAIL_URL: mail.url, MFA_APP_URL: url(), SOCIAL_URL: url(), INSTALLER_URL: url() });
  const without = (...off: PackageSlug[]) => ({ isActive: async (slug: PackageSlug) => !off.includes(slug) });
  const complaints = async () =>
    Promise.all(
      readOutsideServices(own()).map(async ({ setting, complaint }) => [
        setting,
        await complaint().catch(({ message }) => `away: ${message}`),
      ]),
    );

  it('are the configured ones of active packages', async () => {
    expect([readOutsideServices({}), readOutsideServices({ INSTALLER_URL: '' })]).toEqual([[], []]);
    const all = readOutsideServices(own());
    const asked = async (...off: PackageSlug[]) =>
      (await outsideServicesInUse(without(...off), all)).map(({ setting }) => setting);
    expect(await asked()).toEqual(['MAIL_URL', 'MFA_APP_URL', 'SOCIAL_URL', 'INSTALLER_URL']);
    expect(await asked('second-step', 'popups')).toEqual(['SOCIAL_URL', 'INSTALLER_URL']);
    expect(await asked('social-feed')).toEqual(['MAIL_URL', 'MFA_APP_URL', 'INSTALLER_URL']);
  });

  it('are healthy while they answer, whatever they answer, and get no mail', async () => {
    expect(Object.fromEntries(await complaints())).toEqual({
      MAIL_URL: undefined,
      MFA_APP_URL: undefined,
      SOCIAL_URL: undefined,
      INSTALLER_URL: undefined,
    });
    expect(mail.received).toEqual([]);
  });

  it('have a fault, or are away, and no address is shown', async () => {
    status = 503;
    expect((await complaints())[1]).toEqual(['MFA_APP_URL', 'status 503']);
    await Promise.all([mail.close(), fake.close()]);
    expect(await complaints()).toEqual([
      ...['MAIL_URL', 'MFA_APP_URL', 'SOCIAL_URL', 'INSTALLER_URL'].map((setting) => [setting, 'away: unreachable']),
    ]);
    [mail, fake] = [await startMailServer(), await startFakeServer(() => undefined)];
  });
});
