import type { Admin, Consumer } from 'kafkajs';

/**
 * The offsets from which an ephemeral subscription reads: at first the ends of its topics, later the offsets after its
 * last messages. The broker's offsets of the group are not used. After a reconnection they would be the ends of the
 * topics at that moment, and messages would be missed.
 */
export class StartOffsets {
  readonly #next = new Map<string, Map<number, string>>();

  async fix(admin: Admin, topics: readonly string[]): Promise<void> {
    for (const topic of topics) {
      const offsets = await admin.fetchTopicOffsets(topic);
      this.#next.set(topic, new Map(offsets.map(({ partition, high }) => [partition, high])));
    }
  }

  read(topic: string, partition: number, offset: string): void {
    this.#next.get(topic)?.set(partition, String(BigInt(offset) + 1n));
  }

  /** Called with each assignment. */
  seek(consumer: Consumer): void {
    for (const [topic, partitions] of this.#next) {
      for (const [partition, offset] of partitions) consumer.seek({ topic, partition, offset });
    }
  }
}
