import { channel } from 'node:diagnostics_channel';
import type { Answer } from './answer.ts';
import type { Route } from './route.ts';

/** The diagnostics channel on which every answer is published before it is sent. */
export const ANSWERS = 'almanac.rest.answers';

export interface AnswerMessage {
  readonly route: Route;
  readonly answer: Answer;
  /** Faults of the answer, which subscribers add. */
  readonly faults: string[];
}

const answers = channel(ANSWERS);

/**
 * Publishes an answer to subscribers that check it: specs and scenarios do, a running site has none.
 * @throws Error if the answer differs from the route's declaration
 */
export const publishAnswer = (route: Route, answer: Answer): void => {
  if (!answers.hasSubscribers) return;
  const message: AnswerMessage = { route, answer, faults: [] };
  answers.publish(message);
  if (message.faults.length === 0) return;
  const where = `${route.methods.join('|')} /${route.namespace}${route.path}`;
  throw new Error(`${where} answers ${answer.status} otherwise than it declares:\n${message.faults.join('\n')}`);
};
