import { growthContract } from '@almanac/rest/growth-contract';
import { routesOf } from './service.ts';
import { coreUnderTest, serveCore, type TestService } from './testing.contract.ts';

let core: TestService;
beforeAll(async () => {
  core = await serveCore();
});
afterAll(() => core.stop());

growthContract('core', routesOf(coreUnderTest()), (path, body, headers) =>
  core.ask('visitor', 'POST', path, body, headers),
);
