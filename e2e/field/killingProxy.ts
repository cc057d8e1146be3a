import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { password, type SiteProcess } from '../site.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The moment at which a process is killed: a request, before the site gets it or after the site has answered it. */
export interface Moment {
  readonly at: number;
  readonly isAfter: boolean;
}

/** A proxy before a site that kills the importing process at a moment. */
export class KillingProxy {
  readonly #server: Server;
  #requests = 0;
  #moment: Moment | undefined;
  #child: ChildProcess | undefined;

  constructor(site: SiteProcess) {
    this.#server = createServer((request, response) => {
      const { at, isAfter } = this.#moment ?? { at: 0, isAfter: false };
      const isLast = ++this.#requests === at;
      if (isLast && !isAfter) return void this.#child?.kill('SIGKILL');
      const { method, headers, url } = request;
      const asked = forward(`${site.origin}${url}`, { method, headers }, (answer) => {
        if (isLast) {
          this.#child?.kill('SIGKILL');
          answer.resume();
          return;
        }
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      asked.on('error', () => response.destroy());
      request.pipe(asked);
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  /** Runs `npm run import`, killed at a moment if one is given. Returns its output and the number of its requests. */
  async run(file: string, moment?: Moment): Promise<{ readonly said: string; readonly requests: number }> {
    const { port } = this.#server.address() as AddressInfo;
    const account = { ALMANAC_USER: 'admin', ALMANAC_PASSWORD: password('admin') };
    const args = ['infra/cli/main.ts', 'import', file, '--site', `http://127.0.0.1:${port}/en/json`];
    const more = ['--from', '2026-01-01', '--to', '2035-01-01', '--in-flight', '4', '--allow-private-sources'];
    this.#requests = 0;
    this.#moment = moment;
    const child = spawn(process.execPath, [...args, ...more], { cwd: root, env: { ...process.env, ...account } });
    this.#child = child;
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text));
    await new Promise((resolve) => child.once('close', resolve));
    return { said, requests: this.#requests };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
