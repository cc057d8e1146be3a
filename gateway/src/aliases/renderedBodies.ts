import { LRUCache } from 'lru-cache';
import type { PieceRenamer } from './jsonRenamer.ts';

/** Bytes of all kept bodies of a gateway, as received and as rendered. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

interface KeptBody {
  readonly received: Buffer;
  readonly rendered: Buffer;
}

/** Returns the rendered body of an answer; under the same key, the last body again if it was the same. */
export type RenderWhole = (body: Buffer, renamer: PieceRenamer, key: string | undefined) => Buffer;

/** Renders bodies, and keeps those with a key: most are asked for again before they change. */
export const createRenderedBodies = (): RenderWhole => {
  const kept = new LRUCache<string, KeptBody>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ received, rendered }, key) => received.length + rendered.length + key.length,
  });
  return (received, renamer, key) => {
    const last = key === undefined ? undefined : kept.get(key);
    if (last?.received.equals(received)) return last.rendered;
    const rendered = Buffer.from(renamer.push(received.toString('latin1')) + renamer.end(), 'latin1');
    if (key !== undefined) kept.set(key, { received, rendered });
    return rendered;
  };
};
