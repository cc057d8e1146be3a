import type { Documents } from '@almanac/documents';
import { eventSourcingErrors, type UnitOfWork } from '@almanac/event-sourcing';
import { slugOf } from '@almanac/text';
import { exists } from '../publication/contentItem.ts';
import { joinGroup, leaveGroup, ungroupedMembership, versionsOf } from '../translations/grouping.ts';
import type { SiteLanguages, Translatable, Version } from '../translations/translatable.ts';
import { ancestorsOf, changeTree, childrenOf, loadTree, parentAfter } from './categoryTree.ts';
import { duplicateOf } from './duplicateTerm.ts';
import {
  decideTerm,
  type TermCommand,
  type TermFacts,
  type TermFields,
  type TermKind,
  type TermMembership,
  type TermState,
} from './term.ts';
import { freeTermSlug, termWithSlug } from './termSlugs.ts';

export interface TermPorts {
  readonly documents: Documents;
  readonly languages: SiteLanguages;
  /** Nouns of further taxonomies in which numbered slugs must be free. */
  readonly others?: readonly string[];
}

/** A new term with cleaned texts; an empty `slug` is derived from the name. */
export interface NewTerm extends TermFields {
  /** An unused term id. */
  readonly id: number;
  readonly language: string;
  readonly translationOf: number | undefined;
}

/** Returns a term as a version of its translation group. Terms have no status: all are public. */
const versionOf = ({ id, language, group }: Pick<TermState, 'id' | 'language' | 'group'>): Version => ({
  id,
  language,
  group,
  public: true,
});

const decideOn = async <State extends TermState>(
  unit: UnitOfWork,
  kind: TermKind<State>,
  id: number,
  command: TermCommand,
  facts?: TermFacts,
): Promise<State> =>
  unit.append(kind.aggregate, id, decideTerm(kind, await unit.load(kind.aggregate, id), command, facts));

/** Adapts a taxonomy to translation groups. */
export const translatableTerms = <State extends TermState>(kind: TermKind<State>): Translatable => ({
  noun: kind.noun,
  version: async (unit, id) => {
    const term = await unit.load(kind.aggregate, id);
    return exists(term) ? versionOf(term) : undefined;
  },
  setMembership: async (unit, id, membership) => {
    await decideOn(unit, kind, id, { type: 'SetTranslationMembership', ...membership });
  },
});

/** Creates a term. @throws DomainError of the taxonomy; 400 or 409 for the term that it translates */
export const createTerm = async <State extends TermState>(
  unit: UnitOfWork,
  kind: TermKind<State>,
  ports: TermPorts,
  asked: NewTerm,
): Promise<State> => {
  const { id, name, description, parent, language } = asked;
  if ((await unit.version(kind.aggregate, id)) > 0) throw eventSourcingErrors.idTaken({ params: { id } });
  await requireParent(unit, kind, parent);
  const slugOfName = slugOf(name);
  const duplicate = name === '' ? undefined : await duplicateOf(unit, ports.documents, kind, { ...asked, slugOfName });
  if (duplicate !== undefined) throw kind.errors.termExists(duplicate);
  const wanted = asked.slug || slugOfName || String(id);
  const slug = await freeTermSlug(unit, kind, wanted, { id, parent, language, ...others(ports) });
  const membership = await membershipOf(unit, kind, ports, asked);
  if (kind.hierarchical) await changeTree(unit, { type: 'Place', id, parent });
  const command: TermCommand = { type: 'Create', id, fields: { name, description } };
  const term = await decideOn(unit, kind, id, command, { slug, parent, membership });
  if (kind.hierarchical) await adoptChildren(unit, kind, term);
  return term;
};

/**
 * Moves categories below a new version of their parent in their language. A category above the new version stays
 * (docs/interface/translation.md §2).
 */
const adoptChildren = async <State extends TermState>(
  unit: UnitOfWork,
  kind: TermKind<State>,
  { id, language, group }: State,
): Promise<void> => {
  const versions = await versionsOf(unit, translatableTerms(kind), { id, language, group });
  const tree = await loadTree(unit);
  const above = ancestorsOf(tree, id);
  const below = Object.values(versions).flatMap((version) => (version === id ? [] : childrenOf(tree, version)));
  for (const child of below) {
    const before = await unit.load(kind.aggregate, child);
    if (before.language === language && !above.includes(child)) await moveBelow(unit, kind, before, id);
  }
};

const moveBelow = async <State extends TermState>(
  unit: UnitOfWork,
  kind: TermKind<State>,
  before: State,
  parent: number,
): Promise<void> => {
  await changeTree(unit, { type: 'Place', id: before.id, parent });
  await decideOn(
    unit,
    kind,
    before.id,
    { type: 'Change', fields: {} },
    { slug: before.slug, parent, membership: before },
  );
};

const others = ({ others }: TermPorts) => (others === undefined ? {} : { others });

const membershipOf = async <State extends TermState>(
  unit: UnitOfWork,
  kind: TermKind<State>,
  { languages: site }: TermPorts,
  { id, language, translationOf }: NewTerm,
): Promise<TermMembership> => {
  if (translationOf === undefined) return ungroupedMembership(language, site);
  const version = versionOf({ id, language, group: null });
  const membership = await joinGroup(unit, translatableTerms(kind), { version, source: translationOf, site });
  return { ...membership, source: (await unit.load(kind.aggregate, translationOf)).language };
};

const requireParent = async <State extends TermState>(
  unit: UnitOfWork,
  { aggregate, errors }: TermKind<State>,
  parent: number,
): Promise<void> => {
  if (parent !== 0 && !exists(await unit.load(aggregate, parent))) throw errors.noSuchParent();
};

/** Changes the given fields; an empty `slug` is derived from the name again. @throws DomainError of the taxonomy */
export const changeTerm = async <State extends TermState>(
  unit: UnitOfWork,
  kind: TermKind<State>,
  ports: TermPorts,
  {
    id,
    fields: { slug: asked, parent: below, ...fields },
    minor,
  }: { readonly id: number; readonly fields: Partial<TermFields>; readonly minor?: boolean | undefined },
): Promise<State> => {
  const before = await unit.load(kind.aggregate, id);
  if (!exists(before)) throw kind.errors.noSuchTerm();
  const parent = await parentOf(unit, kind, before, below);
  const { name = before.name } = fields;
  const slug = await slugFor(unit, kind, ports, { before, asked, name, parent });
  if (parent !== before.parent) await changeTree(unit, { type: 'Place', id, parent });
  return decideOn(unit, kind, id, { type: 'Change', fields }, { slug, parent, membership: before, minor });
};

/** Moves a term without versions to another language, at the first steps of a site. */
export const moveTermToLanguage = async <State extends TermState>(
  unit: UnitOfWork,
  kind: TermKind<State>,
  { id, language, site }: { readonly id: number; readonly language: string; readonly site: SiteLanguages },
): Promise<void> => {
  const { languages } = ungroupedMembership(language, site);
  await decideOn(unit, kind, id, { type: 'ChangeLanguage', language, languages });
};

const parentOf = async <State extends TermState>(
  unit: UnitOfWork,
  kind: TermKind<State>,
  { id, parent }: State,
  asked: number | undefined,
): Promise<number> => {
  if (asked === undefined || asked === parent) return parent;
  await requireParent(unit, kind, asked);
  return parentAfter(await loadTree(unit), id, asked);
};

interface SlugChange<State> {
  readonly before: State;
  readonly asked: string | undefined;
  readonly name: string;
  readonly parent: number;
}

/**
 * Returns the slug after a change. If another term has the sent slug, it is refused; a term that moves gets a similar
 * free slug instead, as with a slug derived from the name (docs/interface/core-terms.md §4).
 */
const slugFor = async <State extends TermState>(
  unit: UnitOfWork,
  kind: TermKind<State>,
  ports: TermPorts,
  { before, asked, name, parent }: SlugChange<State>,
): Promise<string> => {
  const { id, slug, language } = before;
  if (asked === undefined || asked === slug) return slug;
  const wanted = asked || slugOf(name) || String(id);
  const bearer = await termWithSlug(unit, kind.noun, language, wanted);
  if (bearer === undefined || bearer === id) return wanted;
  if (asked !== '' && parent === before.parent) throw kind.errors.slugTaken(wanted);
  return freeTermSlug(unit, kind, wanted, { id, parent, language, ...others(ports) });
};

/** Deletes a term permanently; categories below it move up. Returns the term as it was. @throws DomainError 404 */
export const deleteTerm = async <State extends TermState>(
  unit: UnitOfWork,
  kind: TermKind<State>,
  { languages: site }: Pick<TermPorts, 'languages'>,
  id: number,
): Promise<State> => {
  const term = await unit.load(kind.aggregate, id);
  if (!exists(term)) throw kind.errors.noSuchTerm();
  if (kind.hierarchical) await raiseChildren(unit, kind, term);
  await leaveGroup(unit, translatableTerms(kind), { version: versionOf(term), site });
  await decideOn(unit, kind, id, { type: 'Delete' });
  return term;
};

const raiseChildren = async <State extends TermState>(
  unit: UnitOfWork,
  kind: TermKind<State>,
  { id, parent }: State,
): Promise<void> => {
  for (const child of childrenOf(await loadTree(unit), id)) {
    const before = await unit.load(kind.aggregate, child);
    const facts = { slug: before.slug, parent, membership: before };
    await decideOn(unit, kind, child, { type: 'Change', fields: {} }, facts);
  }
  await changeTree(unit, { type: 'Remove', id });
};
