import { detectResources, envDetector, type Resource, resourceFromAttributes } from '@opentelemetry/resources';

/** Returns the resource of a part of the site: its name, unless the environment says another, and what that adds. */
export const resourceOf = (service: string): Resource => {
  const named = resourceFromAttributes({ 'service.name': `almanac-${service}`, 'service.namespace': 'almanac' });
  return named.merge(detectResources({ detectors: [envDetector] }));
};
