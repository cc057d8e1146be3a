import { isServiceName, type ServiceName, serviceNumbers, topicOf } from '@almanac/manifest';
import { z } from 'zod';
import type { EventContract } from './eventContract.ts';
import { integrationEvents } from './registry.ts';
import { sealedSchema, sealedTypeOf } from './sealed.ts';

/** Any JSON object. */
export type Json = { readonly [member: string]: unknown };

/** An event as published on a topic. */
type OnTopic = Pick<EventContract, 'type' | 'service' | 'description' | 'schema'>;

/** Returns the events as published: those with personal members both sealed and, for older releases' events, plain. */
const onTopics = (): readonly OnTopic[] =>
  [...integrationEvents.values()].flatMap((contract) =>
    contract.personal === undefined ? [contract] : [contract, sealedForm(contract)],
  );

const sealedForm = (contract: EventContract): OnTopic => ({
  type: sealedTypeOf(contract.type),
  service: contract.service,
  description: `${contract.description} What is personal is sealed.`,
  schema: sealedSchema(contract),
});

/** Returns the JSON Schema of each event's data, by type; members outside a schema are allowed. */
export const jsonSchemas = (): Map<string, Json> =>
  new Map(
    onTopics().map((contract) => {
      const schema = z.toJSONSchema(contract.schema, { io: 'input' });
      return [contract.type, { title: contract.type, description: contract.description, ...schema }];
    }),
  );

const publishers = (): ServiceName[] => {
  const services = new Set([...integrationEvents.values()].map((contract) => contract.service));
  return Object.keys(serviceNumbers)
    .filter(isServiceName)
    .filter((service) => services.has(service));
};

const text = { type: 'string' };

/** CloudEvents 1.0, binary mode on Kafka: attributes are headers, the value is the data (docs/architecture.md §3). */
const headers = {
  type: 'object',
  required: ['ce_specversion', 'ce_id', 'ce_source', 'ce_type', 'ce_time', 'content-type'],
  properties: {
    ce_specversion: { const: '1.0' },
    ce_id: { ...text, pattern: '^\\d+/\\d+$', description: 'The commit’s position in the log and the index in it.' },
    ce_source: { ...text, pattern: '^almanac/[a-z]+/\\d+$', description: 'The service and its epoch.' },
    ce_type: text,
    ce_time: { ...text, format: 'date-time' },
    ce_commit: { ...text, description: 'The id of the commit.' },
    ce_principal: { ...text, description: 'Who did it: `user:<id>`, `system` or `anonymous`.' },
    ce_language: { ...text, description: 'The language of the request that caused it.' },
    ce_correlation: { ...text, description: 'The same for all that one outside request set off.' },
    ce_causation: { ...text, description: 'What caused it: the id of a request, or of an integration event.' },
    ce_traceparent: {
      ...text,
      pattern: '^[\\da-f]{2}-[\\da-f]{32}-[\\da-f]{16}-[\\da-f]{2}$',
      description: 'Where in a trace it was decided (W3C Trace Context), if that trace is kept.',
    },
    ce_replayed: {
      const: 'true',
      description: 'Sent after later ones, since it had been parked: marks are not asked.',
    },
    'content-type': { const: 'application/json' },
  },
};

const message = (type: string, description: string): Json => ({
  name: type,
  summary: description,
  contentType: 'application/json',
  headers: { $ref: '#/components/schemas/headers' },
  payload: { $ref: `./schemas/${type}.json` },
  bindings: { kafka: { key: { ...text, description: 'The stream; events of one keep their order.' } } },
});

const channel = (service: ServiceName): Json => ({
  address: topicOf(service),
  description: `What ${service} publishes. A fixed number of partitions, no expiry, no compaction.`,
  messages: Object.fromEntries(
    [...integrationEvents.values()]
      .filter((contract) => contract.service === service)
      .map(({ type }) => [type, { $ref: `#/components/messages/${type}` }]),
  ),
});

/** Returns the AsyncAPI 3 description of all topics, derived from the contracts. */
export const asyncApi = (): Json => ({
  asyncapi: '3.0.0',
  info: { title: 'Almanac integration events', version: '1.0.0', license: { name: 'Apache-2.0' } },
  defaultContentType: 'application/json',
  channels: Object.fromEntries(publishers().map((service) => [service, channel(service)])),
  operations: Object.fromEntries(
    publishers().map((service) => [
      `${service}.publish`,
      { action: 'send', channel: { $ref: `#/channels/${service}` } },
    ]),
  ),
  components: {
    schemas: { headers },
    messages: Object.fromEntries(
      onTopics().map((contract) => [contract.type, message(contract.type, contract.description)]),
    ),
  },
});
