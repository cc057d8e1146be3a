import { completeSettings, type SiteSettings } from '@almanac/contracts';
import { FakeCore, type GatewayUnderTest, startGateway } from './testing/fakeServices.ts';

describe('a gateway whose site changes its settings', () => {
  const core = new FakeCore();
  let site: GatewayUnderTest;
  let current: SiteSettings = completeSettings({ name: 'Riverside' });
  const awaited: unknown[] = [];
  beforeAll(async () => {
    await core.start();
    const waitFor = async (token: unknown): Promise<void> => void awaited.push(token);
    const settings = { current: () => current, waitFor };
    site = await startGateway(new Map([['core', core.address]]), { settings });
  });
  afterAll(async () => {
    await site.stop();
    await core.stop();
  });

  const shown = async () => {
    const index = (await (await fetch(`${site.origin}/en/json/`)).json()) as Record<string, unknown>;
    const api = (await (await fetch(`${site.origin}/en/json/openapi.json`)).json()) as { info: { title: string } };
    const missing = await (await fetch(`${site.origin}/events/`)).text();
    return [
      index.name,
      index.timezone_string,
      index.gmt_offset,
      api.info.title,
      /– ([^<]*)<\/title>/.exec(missing)?.[1],
    ];
  };

  it('shows the current ones in its index, its description and its pages', async () => {
    expect(await shown()).toEqual(['Riverside', 'UTC', 0, 'The interface of Riverside', 'Riverside']);
    current = completeSettings({ name: 'Harbour', timezone: 'Asia/Tokyo' });
    expect(await shown()).toEqual(['Harbour', 'Asia/Tokyo', 9, 'The interface of Harbour', 'Harbour']);
  });

  it('delays its index until it has applied a change of its client', async () => {
    core.answer = (_request, response) =>
      response.writeHead(200, { 'x-almanac-told': 'core/11/0/settings-site' }).end('{}');
    await fetch(`${site.origin}/en/json/core/v2/settings`);
    awaited.length = 0;
    await fetch(`${site.origin}/en/json/`);
    expect(awaited).toEqual(['core/11/0/settings-site']);
  });
});
