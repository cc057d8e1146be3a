import { minorEditArg, refuseOtherLanguage } from '@almanac/content-model';
import { recordVersion } from '@almanac/event-sourcing';
import { forUpdate, type RestRequest, type Route, restErrors, route } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { idArgs, translationArgs, withoutUndefined } from '../requestArgs.ts';
import { listTermsRoute, namedTerm, readTermRoute, renderTerm } from './readTerms.ts';
import { type TagCopy, tagTaxonomy } from './tagCopies.ts';
import { changeTag, createTag, deleteTag } from './tagsOfCore.ts';
import { tagArgs } from './termArgs.ts';
import { termAnswers } from './termSchema.ts';
import { mayManage, storedName, termAnswer } from './termWriting.ts';

const namespace = 'cal/events/v1';

const permission = ({ principal }: RestRequest): boolean => mayManage(principal, tagTaxonomy);

/** Returns the routes of tags; core owns tags and decides, the calendar keeps copies. */
export const tagRoutes = (calendar: Calendar): Route[] => [
  listTermsRoute(calendar, tagTaxonomy),
  createRoute(calendar),
  readTermRoute(calendar, tagTaxonomy),
  changeRoute(calendar),
  deleteRoute(calendar),
];

/** @throws DomainError 412 if the copy does not meet the condition of `If-Match` */
const checkVersion = (copy: TagCopy, { ifMatch }: Pick<RestRequest, 'ifMatch'>): void =>
  ifMatch?.require(recordVersion(tagTaxonomy.aggregate, copy));

const createRoute = (calendar: Calendar): Route =>
  route({
    namespace,
    path: '/tags',
    methods: ['POST'],
    summary: 'Creates a tag.',
    args: { ...tagArgs, ...translationArgs },
    answers: termAnswers.create,
    permission,
    handle: async (request) => {
      const { name, slug, description, translation_of } = request.args;
      storedName(name);
      if (request.ifMatch !== undefined) throw restErrors.preconditionFailed();
      const copy = await createTag(calendar, request, {
        name,
        ...withoutUndefined({ slug, description, translation_of }),
      });
      return { ...termAnswer(tagTaxonomy, await written(calendar, request, copy), true), committed: true };
    },
  });

const written = async (calendar: Calendar, request: RestRequest, copy: TagCopy) => ({
  id: copy.id,
  version: copy.version,
  body: await renderTerm(calendar, tagTaxonomy, request, copy),
});

const changeRoute = (calendar: Calendar): Route =>
  route({
    namespace,
    path: '/tags/{id:\\d+}',
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Changes a tag.',
    args: { ...idArgs, ...forUpdate(tagArgs), ...minorEditArg },
    answers: termAnswers.change,
    permission,
    handle: async (request) => {
      const copy = await namedTerm<TagCopy>(calendar, tagTaxonomy, request);
      refuseOtherLanguage(request, copy.language);
      checkVersion(copy, request);
      const { name, slug, description, i18n_minor_edit } = request.args;
      if (name !== undefined) storedName(name);
      const values = withoutUndefined({ name, slug, description, i18n_minor_edit });
      const changed = await changeTag(calendar, request, { copy, values });
      return { ...termAnswer(tagTaxonomy, await written(calendar, request, changed)), committed: true };
    },
  });

const deleteRoute = (calendar: Calendar): Route =>
  route({
    namespace,
    path: '/tags/{id:\\d+}',
    methods: ['DELETE'],
    summary: 'Deletes a tag permanently.',
    args: idArgs,
    answers: termAnswers.remove,
    permission,
    handle: async (request) => {
      const copy = await namedTerm<TagCopy>(calendar, tagTaxonomy, request);
      checkVersion(copy, request);
      const body = await renderTerm(calendar, tagTaxonomy, request, copy);
      await deleteTag(calendar, request, copy);
      return { body };
    },
  });
