import { orderContract } from '@almanac/rest/order-contract';
import { routesOf } from './service.ts';
import { redirectionOf, type Served, serveRedirection } from './testing.contract.ts';

let redirection: Served;
beforeAll(async () => {
  redirection = await serveRedirection();
});
afterAll(() => redirection.stop());

orderContract('redirection', routesOf(redirectionOf()), (path, body, headers) =>
  redirection.ask('POST', path.replace(/^\/redirection\/v1/, ''), { as: 'visitor', body, headers }),
);
