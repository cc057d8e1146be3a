import type { Message } from './cloudEvent.ts';

/** Sends to one topic. It must be discarded after any rejected send: its state of the broker may be wrong. */
export interface Sender {
  /**
   * Resolves once all replicas have acknowledged all messages. Never called during another send.
   * @throws MessageTooLargeError if the topic accepts no message, or batch, of that size; after any other error the
   * outcome is unknown
   */
  send(messages: readonly Message[]): Promise<void>;
  close(): Promise<void>;
}

/** The message is too large; a retry cannot help. */
export class MessageTooLargeError extends Error {
  readonly code = 'message-too-large';
  constructor(bytes: number, options?: ErrorOptions) {
    super(`${bytes} bytes are more than the topic takes`, options);
    this.name = 'MessageTooLargeError';
  }
}
