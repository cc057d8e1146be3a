import { z } from 'zod';

const serviceName = z.string().regex(/^[a-z][a-z0-9]{1,20}$/, 'is no name of a service');
/** `core/v2`, `calx/v2/onboarding`: at most three segments, in small letters. */
const namespace = z.string().regex(/^[a-z][a-z0-9-]*(\/[a-z0-9.-]+){0,2}$/, 'is no namespace');
const variable = z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'is no environment variable');
/** Whose turn of blocks of ids it is (`libs/event-sourcing`, numbers); never changed, and never given again. */
const number = z.int().min(0).max(7);
/** As Kubernetes writes amounts of memory and storage. */
const quantity = z.string().regex(/^\d+(Mi|Gi)$/, 'is no amount of memory');

const subscription = z.strictObject({
  /** The services whose integration events it takes; `all`: every service’s, its own too. */
  sources: z.union([z.array(serviceName).min(1), z.literal('all')]),
  /** Every replica needs every event, its own service’s too, and none from before its start. */
  ephemeral: z.literal(true).optional(),
});

const volume = z.strictObject({
  /** Where the service's process sees it, in a container. */
  at: z.string().startsWith('/'),
  /** All replicas share it. */
  storage: quantity,
});

const service = z.strictObject({
  /** What it is there for: a sentence. */
  about: z.string().endsWith('.'),
  number,
  /** Who owns its folder, as CODEOWNERS writes it. */
  team: z.string().startsWith('@'),
  /**
   * The first segments of the pages that it shows (`docs/interface/pages.md` §1); `others`: every page that no other
   * service shows.
   */
  pages: z.union([z.array(z.string().regex(/^[a-z][a-z0-9-]*$/)), z.literal('others')]),
  /** By their names. */
  subscriptions: z.record(z.string(), subscription),
  /**
   * The environment variables that it reads beside those of every service (`libs/service/src/process`, settings), with their
   * values in containers; null for a secret, which has none here.
   */
  settings: z.record(variable, z.string().nullable()),
  /** By their names, of letters and hyphens. */
  volumes: z.record(z.string().regex(/^[a-z-]+$/), volume),
  resources: z.strictObject({ cpu: z.string().regex(/^\d+m$/), memory: quantity, memoryLimit: quantity }),
  replicas: z.strictObject({ least: z.int().min(2), most: z.int().min(2) }),
});

/** What the manifest must be like; `manifestFaults` says what this cannot. */
export const manifestSchema = z.strictObject({
  /** Each service that there is, by its name. */
  services: z.record(serviceName, service),
  /** Numbers of services that are still to come, by their names. */
  reserved: z.record(serviceName, number),
  /** The service of each namespace, in the order of the site index. */
  namespaces: z.record(namespace, serviceName),
});

/** A manifest as it is written. */
export type Manifest = z.input<typeof manifestSchema>;
/** A service as the manifest describes it. */
export type ServiceEntry = Manifest['services'][string];
