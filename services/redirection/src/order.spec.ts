import { orderContract } from '@almanac/rest/order-contract';
import { routesOf } from './service.ts';
import { redirectionOf, serveRedirection, type TestService } from './testing.contract.ts';

let redirection: TestService;
beforeAll(async () => {
  redirection = await serveRedirection();
});
afterAll(() => redirection.stop());

orderContract('redirection', routesOf(redirectionOf()), (path, body, headers) =>
  redirection.ask('POST', path.replace(/^\/redirection\/v1/, ''), { as: 'visitor', body, headers }),
);
