import { connect, createServer, type Server, type Socket } from 'node:net';
import { tie } from './tie.ts';

/** Shares of answers, from 0 to 1, that are cut, dropped or delayed; the rest pass unchanged. */
export interface Losses {
  /** Share of answers replaced by a closed connection. */
  readonly cut: number;
  /** Share of answers dropped with all later data on the connection. */
  readonly drop: number;
  /** Share of answers delayed by up to `delayMs`. */
  readonly delay: number;
  readonly delayMs: number;
}

/** A proxy that loses answers of a server after the server has handled the request. */
export class LossyProxy {
  readonly counts = { passed: 0, cut: 0, dropped: 0, delayed: 0 };
  losses: Losses | undefined;
  /** Open connections of clients whose answer was dropped. */
  readonly #waiting = new Set<Socket>();
  #server: Server | undefined;

  /** Starts the proxy for a server port. @returns the port of the proxy */
  async listen(port: number): Promise<number> {
    const server = createServer((client) => this.#serve(client, connect(port, '127.0.0.1')));
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** Number of clients that still wait for a dropped answer: they have not closed the connection. */
  get waiting(): number {
    return this.#waiting.size;
  }

  close(): void {
    this.#server?.close();
  }

  #serve(client: Socket, upstream: Socket): void {
    client.pipe(upstream);
    let passing = Promise.resolve(true);
    upstream.on('data', (answer) => {
      passing = passing.then((open) => (open ? this.#pass(answer, client) : false));
    });
    tie(client, upstream);
    client.once('close', () => this.#waiting.delete(client));
  }

  /** Passes an answer on; resolves to false if nothing more passes on this connection. */
  async #pass(answer: Uint8Array | string, client: Socket): Promise<boolean> {
    const { cut, drop, delay, delayMs } = this.losses ?? { cut: 0, drop: 0, delay: 0, delayMs: 0 };
    const fate = Math.random();
    if (fate < cut) {
      this.counts.cut++;
      client.destroy();
      return false;
    }
    if (fate < cut + drop) {
      this.counts.dropped++;
      if (!client.destroyed) this.#waiting.add(client);
      return false;
    }
    if (fate < cut + drop + delay) {
      this.counts.delayed++;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * delayMs));
    }
    this.counts.passed++;
    client.write(answer);
    return true;
  }
}
