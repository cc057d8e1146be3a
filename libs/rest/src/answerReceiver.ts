import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

/** The status and headers of an answer; the names of headers have any case. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
}

/** Receives the answer of a service in the same process, in place of a connection. */
export interface AnswerReceiver {
  /** Receives an answer that is in memory. */
  whole(head: AnswerHead, chunks: readonly Uint8Array[]): void;
  /** Receives an answer while it is made; destroys the body if the client leaves. */
  stream(head: AnswerHead, body: Readable): void;
  /** Called now and then while a long answer is prepared. */
  goesOn(): void;
}

const RECEIVER = Symbol('receiver of the answer');

/** A member instead of a WeakMap: a WeakMap entry makes a response outlive every collection of young memory. */
declare module 'node:http' {
  interface ServerResponse {
    [RECEIVER]?: AnswerReceiver;
  }
}

/** Lets a receiver take the answer that a listener gives to a response. */
export const receiveAnswer = (response: ServerResponse, receiver: AnswerReceiver): void => {
  response[RECEIVER] = receiver;
};

/** Returns the receiver of the answer; undefined if it is sent over the connection. */
export const receiverOf = ({ [RECEIVER]: receiver }: ServerResponse): AnswerReceiver | undefined => receiver;
