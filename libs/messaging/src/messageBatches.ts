import { type Message, sizeOf } from './cloudEvent.ts';

/** Splits messages into runs of at most `limit` bytes each, or of one message. */
export const batches = function* <Outgoing extends { readonly message: Message }>(
  outgoing: readonly Outgoing[],
  limit: number,
): Generator<Outgoing[]> {
  let [batch, bytes]: [Outgoing[], number] = [[], 0];
  for (const one of outgoing) {
    const size = sizeOf(one.message);
    if (batch.length > 0 && bytes + size > limit) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(one);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
};
