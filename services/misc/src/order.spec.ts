import { orderContract } from '@almanac/rest/order-contract';
import { routesOf } from './service.ts';
import { miscUnderTest, serveMisc, type TestService } from './testing.contract.ts';

let misc: TestService;
beforeAll(async () => {
  misc = await serveMisc();
});
afterAll(() => misc.stop());

orderContract('misc', routesOf(miscUnderTest()), (path, body, headers) =>
  misc.ask(path, { method: 'POST', body, headers }),
);
