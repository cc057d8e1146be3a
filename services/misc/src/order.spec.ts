import { orderContract } from '@almanac/rest/order-contract';
import { routesOf } from './service.ts';
import { miscUnderTest, type Served, serveMisc } from './testing.contract.ts';

let misc: Served;
beforeAll(async () => {
  misc = await serveMisc();
});
afterAll(() => misc.stop());

orderContract('misc', routesOf(miscUnderTest()), (path, body, headers) =>
  misc.ask(path, { method: 'POST', body, headers }),
);
