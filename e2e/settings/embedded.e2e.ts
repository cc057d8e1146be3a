import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SiteProcess, siteFile, startSite } from '../site.ts';
import { calendarView, changed, coreView, fill, gatewayView, viewAfter, viewBefore } from './settingsViews.ts';

const viewOf = async ({ origin, root }: SiteProcess) => {
  const addresses = { pages: origin, rest: root };
  return {
    calendar: await calendarView(addresses),
    core: await coreView(addresses),
    gateway: await gatewayView(addresses),
  };
};

describe('settings of a site in one process', () => {
  let folder: string;
  let site: SiteProcess;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-settings-'));
    site = await startSite({ DATA: join(folder, 'data') });
    await fill((path, body) => site.request('POST', path, { as: 'admin', body }));
  });
  afterAll(async () => {
    await site.stop();
    rmSync(folder, { recursive: true });
  });

  it('come from the site file at first, in lists, pages and feed', async () => {
    expect(await viewOf(site)).toEqual(viewBefore);
  });

  it('are seen everywhere by the person who changed them, at once and without a restart', async () => {
    const { status } = await site.request('PATCH', '/core/v2/settings', { as: 'admin', body: changed });
    expect(status).toBe(200);
    expect(await viewOf(site)).toEqual(viewAfter);
  });

  it('outlive a restart, whatever the site file says then', async () => {
    await site.stop();
    const other = join(folder, 'site.json');
    const said = JSON.parse(readFileSync(siteFile, 'utf8')) as object;
    writeFileSync(other, JSON.stringify({ ...said, name: 'Elsewhere', timezone: 'Europe/Paris' }));
    site = await startSite({ DATA: join(folder, 'data'), SITE_FILE: other, LOG_LEVEL: 'info' });
    expect(await viewOf(site)).toEqual(viewAfter);
    const printed = await site.stop();
    expect(printed).toContain('PATCH core/v2/settings changes them');
    site = await startSite({ DATA: join(folder, 'data') });
  });
});
