import { createTexts } from '@almanac/i18n';
import { describeRoutes } from './describe.ts';
import { nameOperation, type OperationNames } from './operationIds.ts';
import { type Method, route } from './route.ts';

const NAMES: OperationNames = {
  nouns: { '/a/v1': '', '/a/v1/users/{user}/keys': 'Key', '/a/v1/jobs': 'TranslationJob' },
  ids: { 'POST /a/v1/run': 'runBatch' },
};

/** Returns the ids of the methods of a route. */
const idsOf = async (path: string, methods: readonly Method[], namespace = 'a/v1') => {
  const declared = route({ namespace, path, methods, summary: 'x', args: {}, handle: async () => ({ body: null }) });
  const { namespaces } = await describeRoutes([declared], createTexts(), 'en');
  return Object.values(namespaces[namespace] ?? {}).flatMap((each) =>
    each.methods.map((method) => nameOperation({ route: each, method }, NAMES).operationId),
  );
};

describe('the id of an operation', () => {
  it.each<[Method, string, string]>([
    ['GET', '', 'getAV1Index'],
    ['GET', '/events', 'listEvents'],
    ['POST', '/events', 'createEvent'],
    ['GET', '/events/{id}', 'getEvent'],
    ['DELETE', '/events/{id}', 'deleteEvent'],
    ['GET', '/events/by-slug/{slug}', 'getEventBySlug'],
    ['GET', '/categories', 'listCategories'],
    ['GET', '/categories/{id}', 'getCategory'],
    ['GET', '/statuses', 'listStatuses'],
    ['GET', '/statuses/{id}', 'getStatus'],
    ['GET', '/series', 'listSeries'],
    ['PUT', '/series/{id}', 'updateSeries'],
    ['GET', '/series/{id}/occurrences', 'listSeriesOccurrences'],
    ['GET', '/settings', 'getSettings'],
    ['POST', '/settings', 'updateSettings'],
    ['GET', '/posts/{parent}/revisions/{id}', 'getPostRevision'],
    ['DELETE', '/users/{user}/keys', 'deleteKeys'],
    ['GET', '/jobs', 'listTranslationJobs'],
    ['POST', '/jobs/{id}/review', 'reviewTranslationJob'],
    ['POST', '/dead-letters/replay', 'replayDeadLetters'],
    ['POST', '/batches/sync', 'syncBatches'],
    ['POST', '/run', 'runBatch'],
    ['POST', '/upload', 'upload'],
  ])('is for %s %s: %s', async (method, path, id) => expect(await idsOf(path, [method])).toEqual([id]));

  it('names the method behind the first one of an endpoint', async () =>
    expect(await idsOf('/events/{id}', ['POST', 'PUT', 'PATCH'])).toEqual([
      'updateEvent',
      'updateEventByPut',
      'updateEventByPatch',
    ]));

  it('contains a namespace that no name stands for', async () =>
    expect(await idsOf('/events', ['GET'], 'other/v2')).toEqual(['listOtherV2Events']));
});
