import { orderContract } from '@almanac/rest/order-contract';
import { routesOf } from './service.ts';
import { serveTranslation, type TestService, translationOf } from './testing.contract.ts';

let translation: TestService;
beforeAll(async () => {
  translation = await serveTranslation();
});
afterAll(() => translation.stop());

orderContract('translation', routesOf(translationOf()), (path, body, headers) =>
  translation.ask('POST', path, { as: 'visitor', body, headers }),
);
