import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startFakeServer } from '@almanac/outgoing/testing';

/** The credentials that the fake accepts. */
export const S3_CREDENTIALS = { accessKeyId: 'AKIATEST', secretAccessKey: 'a secret of the bucket' };
export const S3_BUCKET = 'media';

export interface StoredObject {
  readonly content: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly storedAt: Date;
}

interface StartedUpload {
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly initiated: Date;
  readonly parts: Map<number, Buffer>;
}

/**
 * A fault of the next request that fits. `lost`: the request is done, its answer is not sent. `cut`: half of the body
 * is sent. A number is a status.
 */
export interface S3Fault {
  /** Part of `METHOD /bucket/key?query`. */
  readonly at: string;
  readonly does: 'lost' | 'cut' | 'garbage' | number;
}

export interface FakeS3 {
  readonly endpoint: string;
  /** The objects of the bucket by key. */
  readonly objects: Map<string, StoredObject>;
  /** Unfinished uploads in parts, by id. */
  readonly uploads: Map<string, StartedUpload>;
  /** Requests in their order: `PUT /media/2026/05/a.txt?partNumber=1`, without ids. */
  readonly asked: string[];
  /** Each is used once. */
  readonly faults: S3Fault[];
  close(): Promise<void>;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const etagOf = (content: Buffer): string => `"${createHash('md5').update(content).digest('hex')}"`;

/** Returns the metadata of an object, as it is sent. */
const metadataOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (name.startsWith('x-amz-meta-') ? [[name, String(value)]] : [])),
  );

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/** Starts a server on loopback that speaks the part of S3's protocol which media need, with one bucket. */
export const startFakeS3 = async (): Promise<FakeS3> => {
  const objects: FakeS3['objects'] = new Map();
  const uploads: FakeS3['uploads'] = new Map();
  const asked: string[] = [];
  const faults: S3Fault[] = [];

  const store = (key: string, request: IncomingMessage, object: Omit<StoredObject, 'storedAt'>): void => {
    if (request.headers['if-none-match'] === '*' && objects.has(key)) throw new Refusal(412, 'PreconditionFailed');
    objects.set(key, { ...object, storedAt: new Date() });
  };

  const uploadOf = (id: string): StartedUpload => {
    const found = uploads.get(id);
    if (found === undefined) throw new Refusal(404, 'NoSuchUpload');
    return found;
  };

  const answerUpload = async (request: IncomingMessage, url: URL, key: string): Promise<Reply> => {
    const id = url.searchParams.get('uploadId') ?? '';
    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      const made = randomUUID();
      uploads.set(made, { key, headers: metadataOf(request), initiated: new Date(), parts: new Map() });
      return { body: `<InitiateMultipartUploadResult><UploadId>${made}</UploadId></InitiateMultipartUploadResult>` };
    }
    if (request.method === 'GET') {
      const list = [...uploads].map(
        ([name, { key: Key, initiated }]) =>
          `<Upload><Key>${escaped(Key)}</Key><UploadId>${name}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
      );
      return { body: `<ListMultipartUploadsResult>${list.join('')}</ListMultipartUploadsResult>` };
    }
    const upload = uploadOf(id);
    if (request.method === 'PUT') {
      const content = await buffer(request);
      upload.parts.set(Number(url.searchParams.get('partNumber')), content);
      return { headers: { etag: etagOf(content) } };
    }
    if (request.method === 'POST') {
      const parts = [...upload.parts].sort(([one], [other]) => one - other).map(([, content]) => content);
      store(key, request, { content: Buffer.concat(parts), headers: upload.headers });
    }
    uploads.delete(id);
    return request.method === 'POST'
      ? { body: '<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>' }
      : { status: 204 };
  };

  const answerObject = async (request: IncomingMessage, key: string): Promise<Reply> => {
    if (request.method === 'PUT') {
      const content = await buffer(request);
      store(key, request, { content, headers: metadataOf(request) });
      return { headers: { etag: etagOf(content) } };
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return { status: 204 };
    }
    const found = objects.get(key);
    if (found === undefined) throw new Refusal(404, 'NoSuchKey');
    const headers = { ...found.headers, etag: etagOf(found.content), 'last-modified': found.storedAt.toUTCString() };
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (from === undefined) return { headers, content: found.content };
    const content = found.content.subarray(Number(from), Number(to) + 1);
    return {
      status: 206,
      headers: { ...headers, 'content-range': `bytes ${from}-${to}/${found.content.length}` },
      content,
    };
  };

  const reply = async (request: IncomingMessage): Promise<Reply> => {
    const url = new URL(request.url ?? '/', 'http://s3.test');
    const [, bucket = '', key = ''] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
    const { authorization = '' } = request.headers;
    if (!authorization.startsWith(`AWS4-HMAC-SHA256 Credential=${S3_CREDENTIALS.accessKeyId}/`))
      throw new Refusal(403, 'InvalidAccessKeyId');
    if (bucket !== S3_BUCKET) throw new Refusal(404, 'NoSuchBucket');
    if (url.searchParams.has('uploads') || url.searchParams.has('uploadId')) return answerUpload(request, url, key);
    return key === '' ? {} : answerObject(request, key);
  };

  const { port, close } = await startFakeServer(async (request, response) => {
    const line = `${request.method} ${request.url}`;
    asked.push(line.replace(/[?&](?:x-id|uploadId)=[^&]*/g, ''));
    const at = faults.findIndex((fault) => line.includes(fault.at));
    const [fault] = at < 0 ? [] : faults.splice(at, 1);
    try {
      if (typeof fault?.does === 'number') throw new Refusal(fault.does, 'InternalError');
      const answer = await reply(request);
      if (fault?.does === 'lost') return void request.socket.destroy();
      send(request, response, fault?.does === 'garbage' ? { body: '<html>not S3' } : answer, fault?.does === 'cut');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      request.resume();
      const body = `<Error><Code>${error.code}</Code><Message>${error.code}</Message></Error>`;
      send(request, response, { status: error.status, body }, false);
    }
  });
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    uploads,
    asked,
    faults,
    close,
  };
};

interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** XML. */
  readonly body?: string;
  readonly content?: Buffer;
}

const send = (request: IncomingMessage, response: ServerResponse, reply: Reply, isCut: boolean): void => {
  const { status = 200, headers = {}, body, content = Buffer.from(body ?? '') } = reply;
  response.writeHead(status, {
    ...headers,
    'content-length': content.length,
    ...(body !== undefined && { 'content-type': 'application/xml' }),
  });
  if (request.method === 'HEAD') return void response.end();
  if (!isCut) return void response.end(content);
  response.write(content.subarray(0, content.length / 2), () => request.socket.destroy());
};
