import { Server } from 'node:http';
import { FakeCore, FakeService, type GatewayUnderTest, startGateway } from './testing/fakeServices.ts';

describe('the proxies to services and to the front end', () => {
  const core = new FakeCore();
  const calendar = new FakeService('cal/events/v1');
  const front = new FakeService('');
  let site: GatewayUnderTest;

  beforeAll(async () => {
    for (const each of [core, calendar, front]) await each.start();
    const addresses = new Map([
      ['core', core.address],
      ['calendar', calendar.address],
    ] as const);
    site = await startGateway(addresses, { siteOrigin: front.address });
  });
  afterAll(async () => {
    await site.stop();
    for (const each of [core, calendar, front]) await each.stop();
  });

  it('add one listener each to the server, for whatever purpose and service requests come', async () => {
    const listened = jest.spyOn(Server.prototype, 'on');
    for (let round = 0; round < 2; round++) {
      for (const path of ['json/core/v2/posts', 'json/cal/events/v1/events'])
        for (const init of [{}, { method: 'POST' }, { headers: { accept: 'text/event-stream' } }])
          await (await fetch(`${site.origin}/en/${path}`, init)).arrayBuffer();
      await (await fetch(`${site.origin}/en/of-the-front/`)).arrayBuffer();
    }
    const added = listened.mock.calls.filter(([event]) => String(event) === 'close');
    listened.mockRestore();
    expect(added).toHaveLength(2);
  });
});
