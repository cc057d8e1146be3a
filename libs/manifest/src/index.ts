export { hasPages, namespaceOwners, ownerOfId, pageOwner, routeOwners } from './owners.ts';
export type { ServiceEntry } from './schema.ts';
export {
  databaseFileOf,
  databaseOf,
  isServiceName,
  otherServices,
  PARTITIONS,
  PORT,
  type RunningService,
  type ServiceName,
  serviceEntry,
  serviceNames,
  serviceNumbers,
  topicOf,
} from './services.ts';
