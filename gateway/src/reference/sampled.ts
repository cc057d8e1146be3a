import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
/** Loads the package at the first sample. */
const sampler = (): typeof import('openapi-sampler') => require('openapi-sampler');

type Json = Readonly<Record<string, unknown>>;

/** Sample texts for the interface's patterns: the first that matches is used. */
const TEXTS = ['2026-11-22 19:30:00', '2026-11-22T19:30:00', '19:30', 'harbour', '/harbour/', 'USD', 'aGFyYm91cg=='];

const textFor = (pattern: string): string | undefined => TEXTS.find((text) => new RegExp(pattern).test(text));

/** Returns hints that the sampler lacks: examples for patterns and maps, and no `null` defaults. */
const hintsOf = ({ pattern, propertyNames, default: fallback }: Json): Json => ({
  ...(typeof pattern === 'string' && { example: textFor(pattern) }),
  ...(propertyNames !== undefined && { example: {} }),
  ...(fallback === null && { default: undefined }),
});

const hinted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(hinted);
  return typeof value === 'object' && value !== null ? hintedMembers(value) : value;
};

const hintedMembers = (value: object): object => {
  const members = Object.entries(value).map(([name, member]) => [name, hinted(member)] as const);
  return { ...Object.fromEntries(members), ...hintsOf({ ...value }) };
};

/**
 * Creates a function that returns sample values for the schemas of an OpenAPI document.
 * A sample of a request has no read-only members.
 * @param document its components resolve references
 */
export const createSampler = ({ components }: { readonly components?: unknown }) => {
  const named = { components: hinted(components) };
  return (schema: object, isRequest = false): unknown =>
    sampler().sample(hintedMembers(schema), { quiet: true, maxSampleDepth: 8, skipReadOnly: isRequest }, named);
};
