import { createTerm, slugScope, termWithSlug } from '@almanac/content-model';
import { ensureTagsOfCore, type TagFacts } from '@almanac/contracts';
import type { UnitOfWork } from '@almanac/event-sourcing';
import { can } from '@almanac/identity';
import { contractArgs, type RestRequest, type RestResponse, type Route, route } from '@almanac/rest';
import { plainName, slugOf } from '@almanac/text';
import type { Core } from '../core.ts';
import { unusedId } from '../unusedId.ts';
import { findTerm } from './readModels/termList.ts';
import { type Term, tags, taxonomies, taxonomyNouns } from './term.ts';

/**
 * Internal route that finds tags by id, slug or name, and creates missing names in one commit. It returns the tags in
 * the requested order, null for a missing id. It also returns the commit's position, whose integration events contain
 * the new tags (docs/architecture.md §3).
 */
export const ensureTags = (core: Core): Route =>
  route({
    namespace: 'internal',
    path: '/tags',
    methods: ['POST'],
    summary: 'Finds or creates tags.',
    hidden: true,
    args: contractArgs(ensureTagsOfCore),
    permission: ({ principal }) => principal.kind === 'system' || can(principal, 'edit_posts'),
    handle: (request) => {
      const { tags: references, dryRun } = request.args;
      return dryRun ? tryAll(core, request, references) : findOrMake(core, request, references);
    },
  });

const findOrMake = async (
  core: Core,
  { commands, context, language }: RestRequest<unknown>,
  references: readonly (number | string)[],
): Promise<RestResponse> => {
  const { result, position } = await commands.run(context, (unit) => ensureAll(core, unit, language, references), {
    mutexKeys: [slugScope(tags.noun, language)],
  });
  const answered = result.map((each) => (each === null ? null : factsOf(each)));
  if (position === undefined) return { body: { tags: answered, position: null } };
  return { body: { tags: answered, position, epoch: await core.epochAt(position) } };
};

/** Checks all references without creating tags. @throws DomainError the error of an invalid one */
const tryAll = async (
  core: Core,
  { commands, context, language }: RestRequest<unknown>,
  references: readonly (number | string)[],
): Promise<RestResponse> => {
  await commands.run(context, (unit) => unit.dryRun((trial) => ensureAll(core, trial, language, references)));
  return { body: { tags: [], position: null } };
};

const ensureAll = async (
  core: Core,
  unit: UnitOfWork,
  language: string,
  references: readonly (number | string)[],
): Promise<(EnsuredTerm | null)[]> => {
  const found: (EnsuredTerm | null)[] = [];
  for (const each of references) found.push(await ensure(core, unit, language, each));
  return found;
};

interface EnsuredTerm {
  readonly term: Term;
  /** Index of its event in the commit; null for a tag that existed before. */
  readonly n: number | null;
}

const ensure = async (
  core: Core,
  unit: UnitOfWork,
  language: string,
  reference: number | string,
): Promise<EnsuredTerm | null> => {
  const known = await findTerm(core.documents, tags, language, reference);
  if (known !== undefined) return { term: known, n: null };
  if (typeof reference === 'number') return null;
  const name = plainName(reference);
  const made = await madeBefore(unit, language, name);
  if (made !== undefined) return { term: made, n: null };
  const id = await unusedId(
    unit,
    core.numbers,
    'terms',
    taxonomies.map(({ aggregate }) => aggregate),
  );
  const wanted = { id, name, slug: '', description: '', parent: 0, language, translationOf: undefined };
  const term = await createTerm(unit, tags, { ...core, others: taxonomyNouns }, wanted);
  return { term, n: unit.events.findLastIndex((event) => event.type === 'TagCreated') };
};

/** Returns the tag created earlier in this commit: a name requested twice is one tag. */
const madeBefore = async (unit: UnitOfWork, language: string, name: string): Promise<Term | undefined> => {
  const id = await termWithSlug(unit, tags.noun, language, slugOf(name));
  return id === undefined ? undefined : unit.load(tags.aggregate, id);
};

const factsOf = ({ term, n }: EnsuredTerm): TagFacts & { readonly n: number | null } => {
  const { id, name, slug, description, language, group } = term;
  return { id, name, slug, description, language, group, n };
};
