import { type Manifest, manifestSchema } from './schema.ts';

/** Returns the faults of a manifest, in words for its author; empty for a valid one. */
export const manifestFaults = (manifest: Manifest): string[] => {
  const { error } = manifestSchema.safeParse(manifest);
  if (error !== undefined) return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  return [...numberFaults(manifest), ...namespaceFaults(manifest), ...pageFaults(manifest), ...serviceFaults(manifest)];
};

const repeated = <Value>(values: readonly Value[]): Value[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

const numberFaults = ({ services, reserved }: Manifest): string[] => {
  const numbers = [...Object.values(services).map(({ number }) => number), ...Object.values(reserved)];
  const both = Object.keys(services).filter((name) => Object.hasOwn(reserved, name));
  return [
    ...repeated(numbers).map((number) => `the number ${number} is given twice`),
    ...both.map((name) => `${name} is there, and reserved`),
  ];
};

const namespaceFaults = ({ services, reserved, namespaces, routes }: Manifest): string[] => [
  ...Object.entries({ ...namespaces, ...routes })
    .filter(([, owner]) => !Object.hasOwn(services, owner) && !Object.hasOwn(reserved, owner))
    .map(([namespace, owner]) => `${namespace} belongs to ${owner}, which is no service`),
  ...Object.keys(routes)
    .filter((start) => !Object.hasOwn(namespaces, start.slice(0, start.lastIndexOf('/'))))
    .map((start) => `${start} is in no namespace`),
];

const pageFaults = ({ services }: Manifest): string[] => {
  const pages = Object.values(services).map((service) => service.pages);
  const segments = pages.flatMap((each) => (each === 'others' ? [] : each));
  return [
    ...repeated(segments).map((segment) => `the pages below /${segment}/ have two services`),
    ...(pages.filter((each) => each === 'others').length === 1 ? [] : ['one service shows all other pages']),
  ];
};

const serviceFaults = ({ services }: Manifest): string[] =>
  Object.entries(services).flatMap(([name, { subscriptions, replicas, volumes }]) => [
    ...Object.entries(subscriptions).flatMap(([subscription, { sources }]) => [
      ...(subscription.startsWith(`${name}.`) ? [] : [`${subscription} does not begin with ${name}.`]),
      ...(sources === 'all' ? [] : sources)
        .filter((source) => !Object.hasOwn(services, source))
        .map((source) => `${subscription} takes events of ${source}, which is no service`),
    ]),
    ...(replicas.least > replicas.most ? [`${name} has more replicas at least than at most`] : []),
    ...repeated(Object.values(volumes).map(({ at }) => at)).map((at) => `${name} has two volumes at ${at}`),
  ]);
