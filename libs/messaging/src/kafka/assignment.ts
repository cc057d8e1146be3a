import type { ServiceName } from '@almanac/contracts';
import type { Entries } from '@almanac/documents';
import { BufferedCheckpoint } from '../bufferedCheckpoint.ts';
import { checkpointId, createCheckpoint, type LogPosition } from '../checkpoint.ts';
import type { DeadLetters } from '../deadLetters.ts';
import type { Progress } from '../progress.ts';
import { readNotedRestores } from '../restores.ts';
import type { Time } from '../time.ts';
import { PartitionReader, type PartitionReaderOptions } from './partitionReader.ts';

export interface AssignmentOptions
  extends Omit<PartitionReaderOptions, 'source' | 'partition' | 'checkpoint' | 'restores'> {
  readonly entries: Entries;
  readonly letters: DeadLetters | undefined;
  readonly progress: Progress;
  readonly time: Time;
}

/**
 * The partitions that the group has assigned to this instance, each with its reader. The first batch creates a reader.
 * It takes the checkpoint over, so that a paused former owner can no longer move it. It also reads the keys that the
 * former owner has blocked.
 */
export class Assignment {
  readonly #options: AssignmentOptions;
  #owned: ReadonlyMap<ServiceName, readonly number[]> = new Map();
  readonly #readers = new Map<string, PartitionReader>();

  constructor(options: AssignmentOptions) {
    this.#options = options;
  }

  /** Called when the group has reassigned partitions. Another instance may have owned any of them in between. */
  assign(owned: ReadonlyMap<ServiceName, readonly number[]>): void {
    this.#owned = owned;
    this.#readers.clear();
  }

  owns(source: ServiceName, partition: number): boolean {
    return this.#owned.get(source)?.includes(partition) ?? false;
  }

  /**
   * Call it only while this instance is known to be a member of the group, because it takes the checkpoint from any
   * other instance.
   */
  async reader(source: ServiceName, partition: number): Promise<PartitionReader> {
    const id = checkpointId(this.#options.subscription, source, partition);
    const known = this.#readers.get(id);
    if (known !== undefined) return known;
    const made = await this.#takeOver(source, partition);
    this.#readers.set(id, made);
    return made;
  }

  /** Makes the next batch take the checkpoint over again. */
  forget(source: ServiceName, partition: number): void {
    this.#readers.delete(checkpointId(this.#options.subscription, source, partition));
  }

  async #takeOver(source: ServiceName, partition: number): Promise<PartitionReader> {
    const { entries, letters, progress, time, subscription } = this.#options;
    const checkpoint = createCheckpoint(entries, checkpointId(subscription, source, partition));
    const reached = (logPosition: LogPosition): void => progress.move(source, logPosition, partition);
    const buffered = new BufferedCheckpoint({ checkpoint, time, reached }, await checkpoint.takeOver());
    await letters?.refresh(source);
    const restores = await readNotedRestores(entries, source);
    return new PartitionReader({ ...this.#options, source, partition, checkpoint: buffered, restores });
  }
}
