import { boolean, type Route, route, text } from '@almanac/rest';
import { listAnswer, logAnswer, notFoundAnswer } from '../answers.ts';
import { bulkArgs } from '../bulkArgs.ts';
import { listArgs } from '../lists.ts';
import type { Redirection } from '../redirection.ts';
import { mayManage, namespace, WRITE_METHODS } from '../rights.ts';
import { type AccessLog, notFoundLog, redirectLog } from './accessLog.ts';
import { deleteLogs } from './deleteLogs.ts';
import { logFilters, logList, logOrders } from './logLists.ts';

const shared = { namespace, permission: mayManage };

const unanswered = boolean({
  default: false,
  description: 'True to leave out addresses that a rule answers now, if records are grouped by url.',
});

const argsOf = (log: AccessLog) => ({
  ...listArgs(logOrders, logFilters(log)),
  groupBy: text({
    maxLength: 20,
    description: 'The field by which records are grouped and counted, such as ip, url or agent.',
  }),
  ...(log === notFoundLog && { unanswered }),
});

/** Returns the routes of both logs (docs/interface/redirection.md §6). */
export const logRoutes = (redirection: Redirection): Route[] =>
  [redirectLog, notFoundLog].flatMap((log) => [listRoute(redirection, log), deleteRoute(redirection, log)]);

const answersOf = ({ name }: AccessLog) => ({ 200: listAnswer(name === 'log' ? logAnswer : notFoundAnswer) });

const listRoute = (redirection: Redirection, log: AccessLog): Route =>
  route({
    ...shared,
    path: `/${log.name}`,
    methods: ['GET'],
    summary: log === redirectLog ? 'Lists visits that were redirected.' : 'Lists visits that found nothing.',
    args: argsOf(log),
    answers: answersOf(log),
    handle: async (request) => ({ body: await logList(redirection, log, request.args, request) }),
  });

const deleteRoute = (redirection: Redirection, log: AccessLog): Route =>
  route({
    ...shared,
    path: `/bulk/${log.name}/{bulk:delete}`,
    methods: WRITE_METHODS,
    summary:
      log === redirectLog
        ? 'Deletes records of visits that were redirected.'
        : 'Deletes records of visits that found nothing.',
    args: {
      bulk: text({ inPath: true, enum: ['delete'], description: 'The action.' }),
      ...argsOf(log),
      ...bulkArgs,
    },
    answers: answersOf(log),
    handle: async (request) => {
      await deleteLogs(redirection, log, request);
      return { body: await logList(redirection, log, request.args, request), committed: true };
    },
  });
