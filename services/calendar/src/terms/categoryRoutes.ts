import {
  changeTerm,
  createdId,
  createTerm,
  deleteTerm,
  minorEditArg,
  newFields,
  readFields,
  refuseOtherLanguage,
  type TermFields,
} from '@almanac/content-model';
import { streamOf } from '@almanac/event-sourcing';
import { forUpdate, type RestRequest, type Route, route, type Values } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { idArgs, translationArgs } from '../requestArgs.ts';
import { type Category, categoryKind, categoryTaxonomy } from './category.ts';
import { listTermsRoute, namedTerm, readTermRoute, renderTerm, requireTerm } from './readTerms.ts';
import { categoryArgs, categoryFields } from './termArgs.ts';
import { termAnswers } from './termSchema.ts';
import { mayManage, termAnswer } from './termWriting.ts';

const namespace = 'cal/events/v1';
const createArgs = { ...categoryArgs, ...translationArgs };
const changeArgs = { ...forUpdate(categoryArgs), ...minorEditArg };

const permission = ({ principal }: RestRequest): boolean => mayManage(principal, categoryTaxonomy);

/** Returns the routes of categories, in the order in which the index names their methods. */
export const categoryRoutes = (calendar: Calendar): Route[] => [
  listTermsRoute(calendar, categoryTaxonomy),
  createRoute(calendar),
  readTermRoute(calendar, categoryTaxonomy),
  changeRoute(calendar),
  deleteRoute(calendar),
];

const createRoute = (calendar: Calendar): Route =>
  route({
    namespace,
    path: '/categories',
    methods: ['POST'],
    summary: 'Creates a category.',
    args: createArgs,
    answers: termAnswers.create,
    permission,
    handle: async (request) => {
      const term = await createCategory(calendar, request);
      return termAnswer(categoryTaxonomy, await written(calendar, request, term), true);
    },
    recover: async (request, commit) => {
      const term = await requireTerm<Category>(calendar, categoryTaxonomy, createdId(commit, 'CategoryCreated'));
      return termAnswer(categoryTaxonomy, await written(calendar, request, term), true);
    },
  });

/** Creates the category that a request describes. @throws DomainError 400, 404, 409 */
export const createCategory = async (
  calendar: Calendar,
  request: RestRequest<Values<typeof createArgs>>,
): Promise<Category> => {
  const { args, language } = request;
  const wanted = {
    ...newFields<TermFields>(categoryFields, sentFields(args)),
    id: request.context.moved?.id ?? (await calendar.numbers.next('terms')),
    language,
    translationOf: args.translation_of,
  };
  const outcome = await request.commands.run(
    request.context,
    (unit) => createTerm(unit, categoryKind, calendar, wanted),
    {
      mutexKeys: ['categories'],
    },
  );
  return outcome.result;
};

const written = async (calendar: Calendar, request: RestRequest, term: Category) => ({
  id: term.id,
  version: term.version,
  body: await renderTerm(calendar, categoryTaxonomy, request, term),
});

/** Returns the sent fields, cleaned for storage. */
const sentFields = (args: object): Partial<TermFields> =>
  readFields(categoryFields, 'v1', { values: args, author: { unfilteredHtml: false } });

const changeRoute = (calendar: Calendar): Route =>
  route({
    namespace,
    path: '/categories/{id:\\d+}',
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Changes a category.',
    args: { ...idArgs, ...changeArgs },
    answers: termAnswers.change,
    permission,
    handle: async (request) => {
      const result = await changeCategory(calendar, request);
      return termAnswer(categoryTaxonomy, await written(calendar, request, result));
    },
  });

/** Changes the category that the path names. @throws DomainError 400, 404, 412 */
export const changeCategory = async (
  calendar: Calendar,
  request: RestRequest<Values<typeof minorEditArg>>,
): Promise<Category> => {
  const { id, language } = await namedTerm(calendar, categoryTaxonomy, request);
  refuseOtherLanguage(request, language);
  const fields = sentFields(request.args);
  const { result } = await request.commands.run(
    request.context,
    async (unit) => {
      await unit.expectVersion(categoryKind.aggregate, id, request.ifMatch);
      return changeTerm(unit, categoryKind, calendar, { id, fields, minor: request.args.i18n_minor_edit });
    },
    { mutexKeys: ['categories', streamOf(categoryKind.aggregate, id)] },
  );
  return result;
};

/** Deletes a category; those below it move up. @throws DomainError 412 */
export const removeCategory = async (
  calendar: Calendar,
  { commands, context, ifMatch }: RestRequest<unknown>,
  id: number,
): Promise<void> => {
  await commands.run(
    context,
    async (unit) => {
      await unit.expectVersion(categoryKind.aggregate, id, ifMatch);
      await deleteTerm(unit, categoryKind, calendar, id);
    },
    { mutexKeys: ['categories', streamOf(categoryKind.aggregate, id)] },
  );
};

const deleteRoute = (calendar: Calendar): Route =>
  route({
    namespace,
    path: '/categories/{id:\\d+}',
    methods: ['DELETE'],
    summary: 'Deletes a category permanently.',
    args: idArgs,
    answers: termAnswers.remove,
    permission,
    handle: async (request) => {
      const term = await namedTerm<Category>(calendar, categoryTaxonomy, request);
      const body = await renderTerm(calendar, categoryTaxonomy, request, term);
      await removeCategory(calendar, request, term.id);
      return { body };
    },
  });
