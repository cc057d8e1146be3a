import { fromMessage, type Message, sizeOf } from '../cloudEvent.ts';
import { MessageTooLargeError, type Sender } from '../sender.ts';

/** A topic in memory, which also checks the use of its senders. */
export interface MemoryTopic {
  readonly messages: Message[];
  /** Returns the positions of the messages, `position/n`, in the order of arrival. */
  positions(): string[];
  makeSender(): Promise<Sender>;
  /** Called within each send, before the messages are stored; may wait or throw. */
  before: (messages: readonly Message[]) => void | Promise<void>;
  /** Called when the messages are stored, before the sender is answered; may wait or throw. */
  after: () => void | Promise<void>;
  /** Maximum bytes of one send. */
  limit: number;
  /** Numbers of created senders, of tried sends, and of uses that the port forbids. */
  readonly counts: { made: number; open: number; sends: number; misuses: number };
}

export const memoryTopic = (): MemoryTopic => {
  const topic: MemoryTopic = {
    messages: [],
    positions: () =>
      topic.messages.map((message) => {
        const { position, n } = fromMessage(message).delivery;
        return `${position}/${n}`;
      }),
    before: () => undefined,
    after: () => undefined,
    limit: Number.POSITIVE_INFINITY,
    counts: { made: 0, open: 0, sends: 0, misuses: 0 },
    makeSender: async () => {
      topic.counts.made++;
      topic.counts.open++;
      let state: 'idle' | 'sending' | 'broken' = 'idle';
      const send = async (messages: readonly Message[]): Promise<void> => {
        if (state !== 'idle') topic.counts.misuses++;
        topic.counts.sends++;
        state = 'sending';
        const bytes = messages.reduce((sum, message) => sum + sizeOf(message), 0);
        state = bytes > topic.limit ? 'idle' : 'broken';
        if (bytes > topic.limit) throw new MessageTooLargeError(bytes);
        await topic.before(messages);
        topic.messages.push(...messages);
        await topic.after();
        state = 'idle';
      };
      return {
        send,
        close: async () => {
          topic.counts.open--;
        },
      };
    },
  };
  return topic;
};
