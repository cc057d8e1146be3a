import { IncomingMessage } from 'node:http';

/** Pieces of a body that may be of any size. */
export const MAX_SMALL_PIECES = 1_024;

/** Bytes that the pieces of a longer body must have on average. */
export const MIN_PIECE_BYTES = 128;

/**
 * A request whose connection is closed when its body comes in many tiny pieces. Each piece costs as much as a thousand
 * bytes do, and a client alone decides how large its chunks are.
 */
export class ChunkedRequest extends IncomingMessage {
  #pieces = 0;
  #bytes = 0;

  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    // the parser goes on to the end of what it has read
    if (this.destroyed) return false;
    if (piece === null) return super.push(piece, encoding);
    this.#pieces++;
    this.#bytes += piece.length;
    const isScattered = this.#pieces > MAX_SMALL_PIECES && this.#bytes < this.#pieces * MIN_PIECE_BYTES;
    if (!isScattered) return super.push(piece, encoding);
    // read as the end of the connection, never as the end of the body
    this.destroy(Object.assign(new Error('the body comes in too many pieces'), { code: 'ECONNRESET' }));
    return false;
  }
}
