import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Returns a calendar file with entries of a number of days. */
export const calendarOf = (count: number): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...Array.from({ length: count }, (_, index) => [
      'BEGIN:VEVENT',
      `UID:${index}@feed.test`,
      `DTSTART:2033${String((index % 12) + 1).padStart(2, '0')}${String((index % 28) + 1).padStart(2, '0')}T190000Z`,
      `SUMMARY:Evening ${index}`,
      `LOCATION:Hall ${index % 9}`,
      'END:VEVENT',
    ]).flat(),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

/** A server of a feed; its content and its answers change between two runs. */
export class FeedServer {
  readonly #server: Server;
  content = '';
  /** The entity tag of the content. */
  etag = '"1"';
  /** Answers instead of the content. */
  fault: ((response: ServerResponse, request: IncomingMessage) => void) | undefined;
  requests = 0;

  constructor() {
    this.#server = createServer((request, response) => {
      this.requests++;
      if (this.fault !== undefined) return this.fault(response, request);
      if (request.headers['if-none-match'] === this.etag) return void response.writeHead(304).end();
      response.writeHead(200, { 'content-type': 'text/calendar', etag: this.etag }).end(this.content);
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo; // it listens on a port
    return `http://127.0.0.1:${port}/events.ics`;
  }

  /** Replaces the content. */
  serve(content: string): void {
    this.content = content;
    this.etag = `"${Number(this.etag.slice(1, -1)) + 1}"`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
