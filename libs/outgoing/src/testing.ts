import { createSocket } from 'node:dgram';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Policy } from './policy.ts';
import type { Resolve } from './resolve.ts';

export interface FakeService {
  readonly port: number;
  /** Resolves every host name to this machine. */
  readonly resolve: Resolve;
  /** Allows only the fake server itself, at its port. */
  readonly policy: Policy;
  close(): Promise<void>;
}

const HERE = '127.0.0.1';

/**
 * Starts a server on loopback, with the resolver and policy that reach it under any name: `http://any.test:{port}/`.
 */
export const startFakeServer = async (listener: RequestListener): Promise<FakeService> => {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, HERE, listening));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    port,
    resolve: async () => [HERE],
    policy: { allowsPort: (asked) => asked === port, allowsAddress: (address) => address === HERE },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};

export type RecordType = 'A' | 'AAAA';

/** The answer of a fake name server to a query. */
export interface FakeRecords {
  /** Addresses of the queried type. */
  readonly addresses?: readonly string[];
  /** The canonical name, which has the addresses. */
  readonly alias?: string;
  /** Seconds; default 0. */
  readonly ttl?: number;
  /** Default: none. */
  readonly failure?: 'SERVFAIL' | 'NXDOMAIN' | 'REFUSED';
}

export interface FakeDns {
  /** `127.0.0.1:{port}`, for `createResolve`. */
  readonly servers: readonly string[];
  /** Queries in their order: `A name.test`. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** Answers a query; undefined sends no answer. */
export type AnswerQuery = (
  name: string,
  type: RecordType,
) => FakeRecords | undefined | Promise<FakeRecords | undefined>;

const RESPONSE_CODES = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 };
const RECORD_TYPES = { A: 1, CNAME: 5, AAAA: 28 };
const HEADER_BYTES = 12;

/** Starts a name server on loopback. */
export const startFakeDns = async (answer: AnswerQuery): Promise<FakeDns> => {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', async (query, { port, address }) => {
    const { name, type, end } = questionIn(query);
    asked.push(`${type} ${name}`);
    const records = await answer(name, type);
    if (records !== undefined) socket.send(responseTo(query.subarray(0, end), type, records), port, address);
  });
  await new Promise<void>((bound) => socket.bind(0, HERE, bound));
  return {
    servers: [`${HERE}:${socket.address().port}`],
    asked,
    close: () => new Promise((closed) => socket.close(() => closed())),
  };
};

const questionIn = (query: Buffer): { readonly name: string; readonly type: RecordType; readonly end: number } => {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = query.readUInt16BE(at + 1) === RECORD_TYPES.A ? 'A' : 'AAAA';
  return { name: labels.join('.').toLowerCase(), type, end: at + 5 };
};

const responseTo = (question: Buffer, type: RecordType, records: FakeRecords): Buffer => {
  const { addresses = [], alias, ttl = 0, failure } = records;
  const asked = Buffer.from([0xc0, HEADER_BYTES]);
  const owner = alias === undefined ? asked : nameBytes(alias);
  const answers = [
    ...(alias === undefined ? [] : [recordBytes(asked, RECORD_TYPES.CNAME, ttl, nameBytes(alias))]),
    ...addresses.map((address) => recordBytes(owner, RECORD_TYPES[type], ttl, addressBytes(address))),
  ];
  const header = Buffer.from(question.subarray(0, HEADER_BYTES));
  // a response, with recursion desired and available
  header.writeUInt16BE(0x8180 + (failure === undefined ? 0 : RESPONSE_CODES[failure]), 2);
  header.writeUInt16BE(answers.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, question.subarray(HEADER_BYTES), ...answers]);
};

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);

const addressBytes = (address: string): Buffer => Buffer.from(ipaddr.parse(address).toByteArray());

const recordBytes = (owner: Buffer, type: number, ttl: number, data: Buffer): Buffer => {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(ttl, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([owner, fixed, data]);
};
