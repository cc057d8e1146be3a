import { catalogueFaults } from '@almanac/i18n';
import { restCatalogues } from '@almanac/rest';
import { ServiceUnavailableError, serviceErrors } from './errors.ts';

it('every error of this library is translated with its remedy', () => {
  const texts = Object.values(serviceErrors).flatMap(({ definition: { message, remedy } }) => [message, remedy]);
  expect(catalogueFaults(texts, restCatalogues)).toEqual([]);
});

it('the error of a service that does not answer is recognised by its code', () => {
  expect(serviceErrors.serviceUnavailable.matches(new ServiceUnavailableError('core'))).toBe(true);
});
