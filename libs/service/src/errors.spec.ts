import { catalogueFaults } from '@almanac/i18n';
import { restCatalogues } from '@almanac/rest';
import { ServiceUnavailableError, serviceErrors } from './errors.ts';

describe('The catalogue of errors', () => {
  it('is translated, with its remedies', () => {
    const texts = Object.values(serviceErrors).flatMap(({ definition: { message, remedy } }) => [message, remedy]);
    expect(catalogueFaults(texts, restCatalogues)).toEqual([]);
  });

  it('recognises the error of a service that does not answer by its code', () => {
    expect(serviceErrors.serviceUnavailable.matches(new ServiceUnavailableError('core'))).toBe(true);
  });
});
