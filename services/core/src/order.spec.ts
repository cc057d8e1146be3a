import { orderContract } from '@almanac/rest/order-contract';
import { routesOf } from './service.ts';
import { coreUnderTest, serveCore, type TestService } from './testing.contract.ts';

let core: TestService;
beforeAll(async () => {
  core = await serveCore();
});
afterAll(() => core.stop());

orderContract('core', routesOf(coreUnderTest()), (path, body, headers) =>
  core.ask('visitor', 'POST', path, body, headers),
);
