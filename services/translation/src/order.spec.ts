import { orderContract } from '@almanac/rest/order-contract';
import { routesOf } from './service.ts';
import { type Served, serveTranslation, translationOf } from './testing.contract.ts';

let translation: Served;
beforeAll(async () => {
  translation = await serveTranslation();
});
afterAll(() => translation.stop());

orderContract('translation', routesOf(translationOf()), (path, body, headers) =>
  translation.ask('POST', path, { as: 'visitor', body, headers }),
);
