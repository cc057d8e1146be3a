export type { IntegrationEvent, Publishing } from './integrationEvent.ts';
export { type ServiceName, serviceNumbers } from './services.ts';
