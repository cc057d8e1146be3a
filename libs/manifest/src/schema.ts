import { z } from 'zod';

const serviceName = z.string().regex(/^[a-z][a-z0-9]{1,20}$/, 'is no name of a service');
/** `core/v2`, `calx/v2/onboarding`: at most three segments, in lower case. */
const namespace = z.string().regex(/^[a-z][a-z0-9-]*(\/[a-z0-9.-]+){0,2}$/, 'is no namespace');
/** `core/v2/cal_events`: a namespace and the first segment of a route. */
const routeStart = z.string().regex(/^[a-z][a-z0-9-]*(\/[a-z0-9.-]+)?\/[a-z0-9_-]+$/, 'is no start of a route');
const variable = z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'is no environment variable');
/** The service's turn in blocks of ids (`libs/event-sourcing`, numbers); never changed, and never reused. */
const number = z.int().min(0).max(7);
/** Amounts of memory and storage in Kubernetes' notation. */
const quantity = z.string().regex(/^\d+(Mi|Gi)$/, 'is no amount of memory');

const subscription = z.strictObject({
  /** The services whose integration events it handles, which may include its own; `all`: every service’s. */
  sources: z.union([z.array(serviceName).min(1), z.literal('all')]),
  /** True if every replica needs every event, its own service’s too, and none from before its start. */
  ephemeral: z.literal(true).optional(),
});

const volume = z.strictObject({
  /** The mount path in the service's container. */
  at: z.string().startsWith('/'),
  /** The size; all replicas share the volume. */
  storage: quantity,
  /** The setting that takes its place: with a value of it, no replica has anything to share. */
  unless: variable.optional(),
});

const service = z.strictObject({
  /** The service's purpose: a sentence. */
  about: z.string().endsWith('.'),
  number,
  /** The owner of its folder, as in CODEOWNERS. */
  team: z.string().startsWith('@'),
  /**
   * The first segments of the pages that it shows (`docs/interface/pages.md` §1); `others`: every page that no other
   * service shows.
   */
  pages: z.union([z.array(z.string().regex(/^[a-z][a-z0-9-]*$/)), z.literal('others')]),
  /** Subscriptions by name. */
  subscriptions: z.record(z.string(), subscription),
  /**
   * The environment variables that it reads besides those of every service (`libs/service/src/process`, settings), with
   * their values in containers; null for a secret, which has no value here.
   */
  settings: z.record(variable, z.string().nullable()),
  /** Volumes by name, of letters and hyphens. */
  volumes: z.record(z.string().regex(/^[a-z-]+$/), volume),
  resources: z.strictObject({ cpu: z.string().regex(/^\d+m$/), memory: quantity, memoryLimit: quantity }),
  replicas: z.strictObject({ least: z.int().min(2), most: z.int().min(2) }),
});

/** The schema of the manifest; `manifestFaults` checks the rest. */
export const manifestSchema = z.strictObject({
  /** All services by name. */
  services: z.record(serviceName, service),
  /** Numbers reserved for future services, by name. */
  reserved: z.record(serviceName, number),
  /** The service of each namespace, in the order of the site index. */
  namespaces: z.record(namespace, serviceName),
  /** The service of routes within another service's namespace, by the namespace and their first segment. */
  routes: z.record(routeStart, serviceName),
});

/** A manifest as written, before its schema applies. */
export type Manifest = z.input<typeof manifestSchema>;
/** A service as the manifest describes it. */
export type ServiceEntry = Manifest['services'][string];
