import type { Delivery } from '@almanac/messaging';
import { picture, uploadRaw } from '../media/testing.contract.ts';
import { publishing } from '../service.ts';
import { storedSettings } from '../settings/currentSettings.ts';
import { serveCore, type TestService } from '../testing.contract.ts';
import { navigationUpdates } from './navigation.ts';

let core: TestService;
beforeEach(async () => {
  core = await serveCore();
});
afterEach(() => core.stop());

/** Delivers what core published after a position; returns the logo on pages. */
const logoAfter = async (position: number) => {
  const subscription = navigationUpdates(core);
  for (const commit of await core.store.readLog(position)) {
    for (const { type, data } of publishing(commit).flatMap((each) => each ?? [])) {
      if (!subscription.takes.some((contract) => contract.type === type)) continue;
      const delivery: Delivery = {
        ...{ source: 'core', epoch: 1, type, key: 'spec', data, position: commit.position, n: 0 },
        ...{ at: '2026-05-01T12:00:00.000Z', principal: 'system', language: 'en', correlation: 'spec' },
      };
      await subscription.handle(delivery);
    }
  }
  return (await storedSettings(core)).settings.logo_picture ?? null;
};

const ask = (method: string, path: string, body?: object) =>
  core.ask('administrator', method, `/core/v2/${path}`, body);

/** Uploads a logo and chooses it; returns its id. */
const chooseLogo = async (): Promise<number> => {
  const content = await picture(600, 200);
  const { body } = await uploadRaw(core, { as: 'administrator', content, query: '?alt_text=A+mill' });
  expect((await ask('PATCH', 'settings', { site_logo: body.id })).body.site_logo).toBe(body.id);
  return body.id;
};

describe('the logo on the pages of a site', () => {
  it('is the chosen picture in medium size, with its present alternative text', async () => {
    const id = await chooseLogo();
    const path = expect.stringMatching(/^\/uploads\/.*photo-300x100\.jpg$/);
    expect(await logoAfter(0)).toEqual({ path, width: 300, height: 100, alt: 'A mill' });
    const before = await core.store.last();
    await ask('POST', `media/${id}`, { alt_text: 'The old mill' });
    expect(await logoAfter(before)).toMatchObject({ alt: 'The old mill' });
  });

  it('disappears with its medium', async () => {
    const id = await chooseLogo();
    await logoAfter(0);
    const before = await core.store.last();
    await ask('DELETE', `media/${id}?force=true`);
    expect(await logoAfter(before)).toBeNull();
  });

  it('disappears if none is chosen', async () => {
    await chooseLogo();
    await logoAfter(0);
    const before = await core.store.last();
    expect((await ask('PATCH', 'settings', { site_logo: null })).body.site_logo).toBeNull();
    expect(await logoAfter(before)).toBeNull();
  });

  it('refuses a picture that visitors may not see', async () => {
    const { body } = await uploadRaw(core, {
      as: 'administrator',
      content: await picture(90, 30),
      query: '?status=private',
    });
    expect((await ask('PATCH', 'settings', { site_logo: body.id })).status).toBe(400);
  });
});
