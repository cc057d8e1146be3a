import type { Message } from './cloudEvent.ts';

/** Sends to one topic. After any rejected send it must be thrown away: what it knows of the broker may be wrong. */
export interface Sender {
  /**
   * Resolves once all replicas have acknowledged all messages. Never called while a send is under way.
   * @throws MessageTooLargeError the topic takes no message, or batch, of that size; after any other error the outcome
   * is unknown
   */
  send(messages: readonly Message[]): Promise<void>;
  close(): Promise<void>;
}

/** Refused for its size: sending it again cannot help. */
export class MessageTooLargeError extends Error {
  readonly code = 'message-too-large';
  constructor(bytes: number, options?: ErrorOptions) {
    super(`${bytes} bytes are more than the topic takes`, options);
    this.name = 'MessageTooLargeError';
  }
}
