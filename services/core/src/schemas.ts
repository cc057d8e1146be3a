import { type Arg, type ResourceSchema, relationPrefix, type Words } from '@almanac/rest';

const CONTEXTS: Readonly<Record<string, string>> = { v: 'view', e: 'edit', m: 'embed' };

/** The contexts that have a member, by letters: `vem` is view, edit and embed. */
const contextsOf = (letters: string): string[] => [...letters].flatMap((letter) => CONTEXTS[letter] ?? []);

/** A member that clients write: described as its argument is. */
export const written = (arg: Arg, contexts: string): Words => ({ ...arg.words, context: contextsOf(contexts) });

/** A member that only answers have. */
export const readOnly = (type: Words['type'], contexts: string, more: Words = {}): Words => ({
  ...more,
  type,
  context: contextsOf(contexts),
  readonly: true,
});

/** The members of a text that has a rendered form and, in the context `edit`, the written one. */
export const renderedText: Words = {
  properties: { rendered: { type: 'string', readonly: true }, raw: { type: 'string' } },
};

/**
 * What may be done with a resource beside its methods: the relations of its links (docs/interface/core-posts.md §2.5).
 */
export const actionLinks = (relations: readonly string[], href: string): ResourceSchema['links'] =>
  relations.map((relation) => ({
    rel: relation.replace(/^core:/, relationPrefix),
    href,
    targetSchema: { type: 'object', properties: {} },
  }));

/** The published schema of a resource (docs/interface/server.md §13.3). */
export const resourceSchema = (
  title: string,
  properties: Readonly<Record<string, Words>>,
  links?: ResourceSchema['links'],
): ResourceSchema => ({
  $schema: 'http://json-schema.org/draft-04/schema#',
  title,
  type: 'object',
  properties,
  ...(links === undefined ? {} : { links }),
});
