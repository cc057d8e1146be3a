import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A mail as the server received it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and text, unchanged. */
  readonly source: string;
}

export interface MailServer {
  /** `smtp://127.0.0.1:{port}` */
  readonly url: string;
  readonly received: ReceivedMail[];
  /** Reply that refuses recipients, such as `550 5.1.1 nobody@there.test unknown`; undefined accepts them. */
  refusal: string | undefined;
  close(): Promise<void>;
}

/** Returns the code in a mail. */
export const codeIn = ({ source }: ReceivedMail): string => /\b\d{6}\b/.exec(textOf(source))?.[0] ?? '';

/** Returns the decoded text of a mail. */
export const textOf = (source: string): string => {
  const [, body = ''] = /\r?\n\r?\n([\s\S]*)$/.exec(source) ?? [];
  if (/^content-transfer-encoding: base64/im.test(source)) return Buffer.from(body, 'base64').toString();
  const joined = body.replaceAll(/=\r?\n/g, '');
  if (!/^content-transfer-encoding: quoted-printable/im.test(source)) return joined;
  const bytes = joined.replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
};

/** Starts a server that speaks enough SMTP to receive mail, and stores it. */
export const startMailServer = async (port = 0): Promise<MailServer> => {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const state: { refusal: string | undefined } = { refusal: undefined };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    converse(socket, received, () => state.refusal);
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const { port: bound } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `smtp://127.0.0.1:${bound}`,
    received,
    get refusal() {
      return state.refusal;
    },
    set refusal(text) {
      state.refusal = text;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
};

const address = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? '';

const converse = (socket: Socket, received: ReceivedMail[], refusal: () => string | undefined): void => {
  let from = '';
  let to: string[] = [];
  let data: string[] | undefined;
  const replyTo = (line: string): string => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'MAIL') from = address(line);
    if (verb === 'RCPT' && refusal() === undefined) to = [...to, address(line)];
    if (verb === 'DATA') data = [];
    if (verb === 'RCPT') return refusal() ?? '250 OK';
    return verb === 'DATA' ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 OK';
  };
  createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
    if (data !== undefined && line !== '.') {
      data.push(line.startsWith('..') ? line.slice(1) : line);
      return;
    }
    if (data !== undefined) received.push({ from, to, source: data.join('\n') });
    const reply = data === undefined ? replyTo(line) : '250 taken';
    if (data !== undefined && line === '.') [data, to] = [undefined, []];
    socket.write(`${reply}\r\n`);
  });
  socket.write('220 mail.test\r\n');
};
