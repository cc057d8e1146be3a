import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { AnswerBytes } from './keptAnswer.ts';

/** A request whose answer may be kept. */
export interface Keeping {
  /** Adds the header that asks for the answer's sources, and removes conditions that the cache evaluates itself. */
  ask(headers: IncomingHttpHeaders): void;
  /** Notes what the answer of a service in another process was made from. @param text its header `MADE_OF_HEADER` */
  madeOf(text: string | undefined): void;
  /** True if the answer may be kept, by its sources, status and headers; requests that wait are let go otherwise. */
  wants(status: number, headers: OutgoingHttpHeaders): boolean;
  /** Keeps the answer, and sends it to this request and to those that wait for it. */
  answer(bytes: AnswerBytes): void;
}
