import { connect, createServer, type Server, type Socket } from 'node:net';
import { BSON } from 'mongodb';
import { tie } from '../faults/native/tie.ts';

/** A command as sent by a client. */
export type Command = Readonly<Record<string, unknown>>;

const HEADER = 16;
const OP_MSG = 2013;

/** A proxy of a MongoDB server that reports the commands that pass while it listens. */
export class MongodbTap {
  onCommand: ((command: Command) => void) | undefined;
  /** Port of the proxy. */
  port = 0;
  #server: Server | undefined;

  /** Starts the proxy for a server port. @returns the port of the proxy */
  async listen(port: number): Promise<number> {
    this.#server = createServer((client) => this.#serve(client, connect(port, '127.0.0.1'))).listen(0, '127.0.0.1');
    await new Promise((resolve) => this.#server?.once('listening', resolve));
    const address = this.#server.address();
    this.port = typeof address === 'object' && address !== null ? address.port : 0;
    return this.port;
  }

  close(): void {
    this.#server?.close();
  }

  #serve(client: Socket, upstream: Socket): void {
    client.pipe(upstream).pipe(client);
    let waiting = Buffer.alloc(0);
    client.on('data', (bytes: Buffer) => {
      waiting = this.#read(Buffer.concat([waiting, bytes]));
    });
    tie(client, upstream);
  }

  /** Reports the commands of complete messages; returns the bytes of an incomplete one. */
  #read(bytes: Buffer): Buffer<ArrayBuffer> {
    let from = 0;
    for (let length = 0; bytes.length - from >= HEADER; from += length) {
      length = bytes.readInt32LE(from);
      if (bytes.length - from < length) break;
      if (this.onCommand !== undefined) this.#report(bytes.subarray(from, from + length));
    }
    return Buffer.from(bytes.subarray(from));
  }

  /** An OP_MSG has flags, then sections; its body is the section of kind 0, which drivers send first. */
  #report(message: Buffer): void {
    if (message.readInt32LE(12) !== OP_MSG || message[HEADER + 4] !== 0) return;
    const begin = HEADER + 5;
    this.onCommand?.(BSON.deserialize(message.subarray(begin, begin + message.readInt32LE(begin))));
  }
}
