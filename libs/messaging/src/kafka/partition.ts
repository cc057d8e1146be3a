const SEED = 0x97_47_b2_8c;
/** The two mixing constants of murmur2: a multiplier and a shift. */
const M = 0x5b_d1_e9_95;
const R = 24;

/**
 * Returns the permanent partition of a key. It is murmur2 of the key's bytes in UTF-8, with Kafka's own seed, without
 * its sign, modulo the declared number of partitions. Kafka's own clients choose the same.
 */
export const partitionOf = (key: string, partitions: number): number => (murmur2(key) & 0x7f_ff_ff_ff) % partitions;

/** Returns the hash murmur2 by Austin Appleby, 32 bits as a signed number. */
export const murmur2 = (text: string): number => {
  const bytes = Buffer.from(text);
  const whole = bytes.length - (bytes.length % 4);
  let hash = SEED ^ bytes.length;
  for (let at = 0; at < whole; at += 4) {
    const word = Math.imul(bytes.readInt32LE(at), M);
    hash = Math.imul(hash, M) ^ Math.imul(word ^ (word >>> R), M);
  }
  if (whole < bytes.length) hash = Math.imul(hash ^ bytes.readUIntLE(whole, bytes.length - whole), M);
  hash = Math.imul(hash ^ (hash >>> 13), M);
  return hash ^ (hash >>> 15);
};
