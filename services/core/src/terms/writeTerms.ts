import {
  changeTerm,
  createdId,
  createTerm,
  deleteTerm,
  minorEditArg,
  newFields,
  refuseOtherLanguage,
  slugScope,
  type TermFields,
  type TermPorts,
  unknownSource,
} from '@almanac/content-model';
import { recordVersion } from '@almanac/event-sourcing';
import { can } from '@almanac/identity';
import {
  boolean,
  forbidden,
  forUpdate,
  type RestRequest,
  type RestResponse,
  type Route,
  route,
  type Values,
} from '@almanac/rest';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { sentFields } from '../fields.ts';
import { unusedId } from '../unusedId.ts';
import { DEFAULT_CATEGORY } from './defaultCategory.ts';
import { termsById } from './readModels/termList.ts';
import { termOf } from './readTerms.ts';
import { mayManageTerms, type Taxonomy, type Term, taxonomies, taxonomyNouns } from './term.ts';
import { idArg, writeArgs } from './termArgs.ts';
import { termFields } from './termFields.ts';
import { renderTerm } from './termRecord.ts';
import { termAnswers } from './termSchema.ts';

const updateArgs = { ...forUpdate(writeArgs), ...minorEditArg, id: idArg };
const deleteArgs = {
  id: idArg,
  force: boolean({ default: false, description: 'Must be true: terms have no trash.' }),
};

export const writeTerms = (core: Core, taxonomy: Taxonomy): Route[] => [
  createRoute(core, taxonomy),
  updateRoute(core, taxonomy),
  deleteRoute(core, taxonomy),
];

/** Authors may create tags; categories need the right to manage them (docs/interface/core-terms.md §1). */
const checkCreate = (taxonomy: Taxonomy, { principal }: Pick<RestRequest, 'principal'>): void => {
  if (taxonomy.hierarchical ? mayManageTerms(principal) : can(principal, 'edit_posts')) return;
  throw forbidden(principal, coreErrors.cannotCreateTerms);
};

const checkParentMember = (taxonomy: Taxonomy, request: Pick<RestRequest, 'given'>): void => {
  if (!taxonomy.hierarchical && request.given.has('parent')) throw coreErrors.notHierarchical();
};

const createRoute = (core: Core, taxonomy: Taxonomy): Route =>
  route({
    namespace: 'core/v2',
    path: `/${taxonomy.base}`,
    methods: ['POST'],
    summary: taxonomy.hierarchical ? 'Creates a category.' : 'Creates a tag.',
    args: writeArgs,
    answers: termAnswers(taxonomy).create,
    batch: true,
    permission: (request) => {
      checkParentMember(taxonomy, request);
      checkCreate(taxonomy, request);
      return true;
    },
    handle: async (request) => {
      return created(core, taxonomy, request, await create(core, taxonomy, request));
    },
    recover: async (request, commit) => {
      const [term] = await termsById(core.documents, taxonomy, [createdId(commit, taxonomy.eventTypes.created)]);
      if (term === undefined) throw coreErrors.unknownTerm();
      return created(core, taxonomy, request, term);
    },
  });

/** Returns the ports of terms. A numbered slug must be free in every taxonomy (docs/interface/core-terms.md §4). */
const termPorts = (core: Core): TermPorts => ({ ...core, others: taxonomyNouns });

const created = async (
  core: Core,
  taxonomy: Taxonomy,
  request: RestRequest<unknown>,
  term: Term,
): Promise<RestResponse> => {
  const body = await renderTerm({ core, request, taxonomy, context: 'edit' }, term);
  const headers = { Location: `${request.apiRoot}/core/v2/${taxonomy.base}/${term.id}` };
  return { status: 201, body, headers, version: recordVersion(taxonomy.aggregate, term) };
};

const create = async (core: Core, taxonomy: Taxonomy, request: RestRequest<Values<typeof writeArgs>>) => {
  const { args, language, principal } = request;
  if (args.translation_of !== undefined && !mayManageTerms(principal)) throw unknownSource();
  const fields = newFields<TermFields>(termFields, sentFields(termFields, request));
  const kinds = taxonomies.map(({ aggregate }) => aggregate);
  const outcome = await request.commands.run(
    request.context,
    async (unit) => {
      const id = await unusedId(unit, core.numbers, 'terms', kinds);
      return createTerm(unit, taxonomy, termPorts(core), {
        ...fields,
        id,
        language,
        translationOf: args.translation_of,
      });
    },
    { mutexKeys: [slugScope(taxonomy.noun, language)] },
  );
  return outcome.result;
};

const updateRoute = (core: Core, taxonomy: Taxonomy): Route =>
  route({
    namespace: 'core/v2',
    path: `/${taxonomy.base}/{id:\\d+}`,
    methods: ['POST', 'PUT', 'PATCH'],
    summary: taxonomy.hierarchical ? 'Changes a category.' : 'Changes a tag.',
    args: updateArgs,
    answers: termAnswers(taxonomy).change,
    batch: true,
    permission: async (request) => {
      await termOf(core, taxonomy, request);
      checkParentMember(taxonomy, request);
      if (mayManageTerms(request.principal)) return true;
      throw forbidden(request.principal, coreErrors.cannotEditTerm);
    },
    handle: (request) => change(core, taxonomy, request),
  });

const change = async (
  core: Core,
  taxonomy: Taxonomy,
  request: RestRequest<Values<typeof updateArgs>>,
): Promise<RestResponse> => {
  const { id, language } = await termOf(core, taxonomy, request);
  refuseOtherLanguage(request, language);
  const { result: term } = await request.commands.run(
    request.context,
    async (unit) => {
      await unit.expectVersion(taxonomy.aggregate, id, request.ifMatch);
      return changeTerm(unit, taxonomy, termPorts(core), {
        id,
        fields: sentFields<TermFields>(termFields, request),
        minor: request.args.i18n_minor_edit,
      });
    },
    { mutexKeys: [slugScope(taxonomy.noun, language)] },
  );
  const body = await renderTerm({ core, request, taxonomy, context: 'edit' }, term);
  return { body, version: recordVersion(taxonomy.aggregate, term) };
};

const deleteRoute = (core: Core, taxonomy: Taxonomy): Route =>
  route({
    namespace: 'core/v2',
    path: `/${taxonomy.base}/{id:\\d+}`,
    methods: ['DELETE'],
    summary: taxonomy.hierarchical ? 'Deletes a category.' : 'Deletes a tag.',
    args: deleteArgs,
    answers: termAnswers(taxonomy).remove,
    batch: true,
    permission: async (request) => {
      const { id } = await termOf(core, taxonomy, request);
      const isDefault = taxonomy.hierarchical && id === DEFAULT_CATEGORY;
      if (mayManageTerms(request.principal) && !isDefault) return true;
      throw forbidden(request.principal, coreErrors.cannotDeleteTerm);
    },
    handle: async (request) => {
      const term = await termOf(core, taxonomy, request);
      if (!request.args.force) throw coreErrors.trashNotSupported();
      return erase(core, taxonomy, request, term);
    },
  });

/** Deletes a term permanently and returns the deleted record. */
const erase = async (
  core: Core,
  taxonomy: Taxonomy,
  request: RestRequest<unknown>,
  term: Term,
): Promise<RestResponse> => {
  const { id, language } = term;
  const previous = await renderTerm({ core, request, taxonomy, context: 'view', links: false }, term);
  const letGo = await core.references.gather({ kind: taxonomy.base, id });
  await request.commands.run(
    request.context,
    async (unit) => {
      await unit.expectVersion(taxonomy.aggregate, id, request.ifMatch);
      await deleteTerm(unit, taxonomy, core, id);
      await letGo(unit);
    },
    { mutexKeys: [slugScope(taxonomy.noun, language)] },
  );
  return { body: { deleted: true, previous } };
};
