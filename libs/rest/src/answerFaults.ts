import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { z } from 'zod';
import type { Answer } from './answer.ts';
import { ANSWERS, type AnswerMessage } from './answerChannel.ts';
import { answersOf, type DeclaredAnswer } from './declaredAnswers.ts';
import { isObject } from './isObject.ts';
import type { Route } from './route.ts';

/** Headers that answers of all routes may have. */
const COMMON =
  /^(?:allow|link|content-language|content-disposition|cache-control|last-modified|vary|retry-after|idempotency-replayed)$/i;

const bodyFaults = ({ body, contentTypes = [] }: DeclaredAnswer, answer: Answer): string[] => {
  if (answer.contentType !== undefined) {
    const type = answer.contentType.split(';', 1)[0] ?? '';
    return contentTypes.includes(type) ? [] : [`the content type ${type} is not declared`];
  }
  if (answer.body === undefined || answer.body === null) return body === undefined ? [] : ['there is no body'];
  if (body === undefined) return ['no JSON body is declared'];
  const parsed = body.safeParse(JSON.parse(JSON.stringify(answer.body)));
  return parsed.success ? [] : [z.prettifyError(parsed.error)];
};

const codeFaults = ({ codes }: DeclaredAnswer, { body, contentType }: Answer): string[] => {
  if (contentType !== undefined) return [];
  const code = isObject(body) ? body.code : undefined;
  return codes === undefined || codes.includes(String(code)) ? [] : [`the code ${String(code)} is not declared`];
};

const headerFaults = ({ headers = {} }: DeclaredAnswer, answer: Answer): string[] => {
  const undeclared = Object.keys(answer.headers).filter((name) => !COMMON.test(name) && !Object.hasOwn(headers, name));
  const wrong = Object.entries(headers).filter(([name, schema]) => !schema.safeParse(answer.headers[name]).success);
  return [
    ...undeclared.map((name) => `the header ${name} is not declared`),
    ...wrong.map(([name]) => `the header ${name} is ${JSON.stringify(answer.headers[name])}`),
  ];
};

/**
 * Returns the differences between an answer and the route's declaration. An unexpected error, 500, is never a fault.
 */
const answerFaults = (route: Route, answer: Answer): string[] => {
  if (answer.status === 500 || (route.hidden === true && route.answers === undefined)) return [];
  if (route.answers === undefined) return ['the route names no answers'];
  const declared = answersOf(route).get(answer.status);
  if (declared === undefined) {
    return [`the status ${answer.status} is not declared (${JSON.stringify(answer.body)?.slice(0, 200)})`];
  }
  return [
    ...bodyFaults(declared, answer),
    ...codeFaults(declared, answer),
    ...(answer.status < 400 ? headerFaults(declared, answer) : []),
  ];
};

const onStderr = (fault: string): void => {
  process.stderr.write(`an answer is not what its route declares: ${fault}\n`);
};

/**
 * Checks every answer of this process from now on; an undeclared answer becomes 500.
 * @returns a function that ends the checks
 */
export const checkAnswers = (report: (fault: string) => void = onStderr): (() => void) => {
  const check = (message: unknown): void => {
    // Node does not type a channel's messages; only `answerChannel.ts` publishes on this one
    const { route, answer, faults } = message as AnswerMessage;
    faults.push(...answerFaults(route, answer));
    for (const fault of faults) report(`${route.methods.join('|')} /${route.namespace}${route.path}: ${fault}`);
  };
  subscribe(ANSWERS, check);
  return () => unsubscribe(ANSWERS, check);
};
