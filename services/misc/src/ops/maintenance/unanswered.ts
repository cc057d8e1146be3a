import type { RestRequest } from '@almanac/rest';
import type { Misc } from '../../misc.ts';
import type { ServiceAnswer } from './everyService.ts';

/** Returns the message for a service that does not answer, in the language of the request. */
export const noAnswer = ({ texts }: Pick<Misc, 'texts'>, { language }: Pick<RestRequest, 'language'>): string =>
  texts.text('The service does not answer.', language);

/** Returns the items of all answers, and one item for each service that does not answer. */
export const collectAnswers = <Answer, Item>(
  said: readonly ServiceAnswer<Answer>[],
  items: (answer: Answer, service: string) => readonly Item[],
  unanswered: (service: string) => Item,
): Item[] =>
  said.flatMap(({ service, answer }) => (answer === undefined ? [unanswered(service)] : items(answer, service)));
