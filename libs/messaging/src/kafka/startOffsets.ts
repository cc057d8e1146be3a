import type { Admin, Consumer } from 'kafkajs';

/**
 * From where on an ephemeral subscription reads: the ends of its topics when it began, then what follows what it has
 * read. Its group is of this process alone, so what the broker keeps of it is not asked: a connection made anew would
 * begin at the ends of that moment.
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
