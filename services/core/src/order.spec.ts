import { orderContract } from '@almanac/rest/order-contract';
import { routesOf } from './service.ts';
import { coreUnderTest, type Served, serveCore } from './testing.contract.ts';

let core: Served;
beforeAll(async () => {
  core = await serveCore();
});
afterAll(() => core.stop());

orderContract('core', routesOf(coreUnderTest()), (path, body, headers) =>
  core.ask('visitor', 'POST', path, body, headers),
);
