import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { isReady } from '@almanac/infra/native-process';

const LOOK_EVERY = 100;

/**
 * Balances connections between the replicas of a part, as Kubernetes does. A new connection goes to the next replica
 * that was ready at its last check, or to another one if that replica refuses it.
 */
export class Balancer {
  readonly #server: Server;
  readonly #replicas = new Map<string, boolean>();
  readonly #ending = new AbortController();
  #turn = 0;

  constructor() {
    this.#server = createServer({ allowHalfOpen: true }, (client) => this.#serve(client, this.#ready()));
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    void this.#look();
    return this.port;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  add(address: string): void {
    this.#replicas.set(address, true);
  }

  remove(address: string): void {
    this.#replicas.delete(address);
  }

  close(): void {
    this.#ending.abort();
    this.#server.close();
  }

  #ready(): string[] {
    const ready = [...this.#replicas].filter(([, is]) => is).map(([address]) => address);
    const first = this.#turn++ % Math.max(1, ready.length);
    return [...ready.slice(first), ...ready.slice(0, first)];
  }

  #serve(client: Socket, [address, ...others]: string[]): void {
    if (address === undefined) return void client.destroy();
    const upstream = connect({ port: Number(new URL(address).port), host: '127.0.0.1', allowHalfOpen: true });
    let connected = false;
    upstream.once('connect', () => {
      connected = true;
      client.pipe(upstream).pipe(client);
    });
    upstream.once('error', () => (connected ? client.destroy() : this.#serve(client, others)));
    upstream.once('close', () => connected && client.destroy());
    client.on('error', () => upstream.destroy());
    client.once('close', () => upstream.destroy());
  }

  async #ask(address: string): Promise<void> {
    const ready = await isReady(address);
    if (this.#replicas.has(address)) this.#replicas.set(address, ready);
  }

  async #look(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      await Promise.all([...this.#replicas.keys()].map((address) => this.#ask(address)));
      await pause(LOOK_EVERY);
    }
  }
}
