import { type RestRequest, type RestResponse, type Route, route, text } from '@almanac/rest';
import { databaseAnswer, locationAnswer, pluginAnswer, successAnswer } from '../answers.ts';
import type { Redirection } from '../redirection.ts';
import { mayManage, namespace, WRITE_METHODS } from '../rights.ts';
import { ipHeaders } from '../settings/sentOptions.ts';
import { SCHEMA } from '../settings/settingRoutes.ts';
import { repair } from './repair.ts';
import { resetData } from './resetData.ts';
import { findings } from './status.ts';

const shared = { namespace, permission: mayManage };

/** Returns the routes that maintain the data (docs/interface/redirection.md §11). */
export const pluginRoutes = (redirection: Redirection): Route[] => [
  statusRoute(redirection),
  repairRoute(redirection),
  deleteRoute(redirection),
  testRoute,
  dataRoute(redirection),
];

const statusRoute = (redirection: Redirection): Route =>
  route({
    ...shared,
    path: '/plugin',
    methods: ['GET'],
    summary: 'Returns the state of the redirection data.',
    args: {},
    answers: { 200: pluginAnswer },
    handle: (request) => status(redirection, request),
  });

const MAX_TEXT_LENGTH = 200;

const repairRoute = (redirection: Redirection): Route =>
  route({
    ...shared,
    path: '/plugin',
    methods: WRITE_METHODS,
    summary: 'Repairs the redirection data.',
    args: {
      name: text({ maxLength: MAX_TEXT_LENGTH, description: 'The name of a setting of the upgrade. Has no effect.' }),
      value: text({ maxLength: MAX_TEXT_LENGTH, description: 'Its value.' }),
    },
    answers: { 200: pluginAnswer },
    handle: async (request) => {
      await repair(redirection, request);
      return status(redirection, request);
    },
  });

const status = async (redirection: Redirection, request: RestRequest<unknown>): Promise<RestResponse> => {
  const { documents, texts } = redirection;
  const found = await findings(documents);
  const shown = found.map(({ id, name, message, status }) => ({
    id,
    name: texts.text(name, request.language),
    message: texts.text(message, request.language),
    status,
  }));
  return {
    body: {
      status: shown,
      debug: { database: { current: SCHEMA, latest: SCHEMA }, ip_header: receivedHeaders(request) },
    },
  };
};

/** The header in which the gateway passes on the address of the caller; it replaces any value from the caller. */
const CALLER = 'x-forwarded-for';

/** Returns the address of the caller, and the values of this request's headers that may name a caller. */
const receivedHeaders = ({ headers: { [CALLER]: caller, ...headers } }: Pick<RestRequest, 'headers'>) =>
  Object.fromEntries(
    ipHeaders.map((name) => {
      const named = name.replace(/^HTTP_/, '').replaceAll('_', '-');
      const value = name === 'REMOTE_ADDR' ? caller : headers[named.toLowerCase()];
      return [name, typeof value === 'string' ? value : false];
    }),
  );

const deleteRoute = (redirection: Redirection): Route =>
  route({
    ...shared,
    path: '/plugin/delete',
    methods: WRITE_METHODS,
    summary: 'Deletes all redirects, groups, logs and settings.',
    args: {},
    answers: { 200: locationAnswer },
    handle: async (request) => {
      await resetData(redirection, request);
      return { body: { location: `${request.site}/admin/` } };
    },
  });

const testRoute: Route = route({
  ...shared,
  path: '/plugin/test',
  methods: ['GET', ...WRITE_METHODS, 'DELETE'],
  summary: 'Answers requests of every method, as a connection test.',
  args: {},
  answers: { 200: successAnswer },
  handle: async () => ({ body: { success: true } }),
});

/** Answers that no upgrade is needed: the service rebuilds its documents itself. */
const dataRoute = ({ texts, now }: Redirection): Route =>
  route({
    ...shared,
    path: '/plugin/data',
    methods: WRITE_METHODS,
    summary: 'Returns if the data must be upgraded.',
    args: {
      upgrade: text({
        enum: ['stop', 'skip', 'retry'],
        description: 'The action for an upgrade that cannot continue.',
      }),
    },
    answers: { 200: databaseAnswer },
    handle: async ({ language }) => ({
      body: {
        ...{
          status: 'ok',
          inProgress: false,
          current: SCHEMA,
          next: SCHEMA,
          time: now().getTime() / 1_000,
          complete: 100,
        },
        result: 'ok',
        reason: texts.text('The data need no upgrade.', language),
        debug: [],
      },
    }),
  });
