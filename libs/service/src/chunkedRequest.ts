import { IncomingMessage } from 'node:http';

/** Maximum number of pieces of any size in a body. */
export const MAX_SMALL_PIECES = 1_024;

/** Minimum average bytes per piece of a longer body. */
export const MIN_PIECE_BYTES = 128;

/**
 * A request whose connection is closed when its body arrives in many tiny pieces.
 * Each piece costs as much as a thousand bytes, and the client alone chooses the size of its chunks.
 */
export class ChunkedRequest extends IncomingMessage {
  #pieces = 0;
  #bytes = 0;

  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    // the parser continues to the end of the bytes that it has read
    if (this.destroyed) return false;
    if (piece === null) return super.push(piece, encoding);
    this.#pieces++;
    this.#bytes += piece.length;
    const isScattered = this.#pieces > MAX_SMALL_PIECES && this.#bytes < this.#pieces * MIN_PIECE_BYTES;
    if (!isScattered) return super.push(piece, encoding);
    // counts as the end of the connection, never as the end of the body
    this.destroy(Object.assign(new Error('the body comes in too many pieces'), { code: 'ECONNRESET' }));
    return false;
  }
}
