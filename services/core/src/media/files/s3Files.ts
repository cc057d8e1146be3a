import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { z } from 'zod';
import { FileStorageError, FileTakenError, isFilePath, type MediaFiles } from './mediaFiles.ts';

/** A bucket that speaks the protocol of S3. */
export interface S3Bucket {
  readonly bucket: string;
  /** The address of another provider than AWS, such as `https://s3.example.org`. */
  readonly endpoint?: string | undefined;
  readonly region: string;
  /** Begins the keys of all files: empty, or a text with a slash at its end. */
  readonly prefix: string;
  /** Without it, the credentials that AWS's library finds itself: environment, container or machine. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

export interface S3FilesOptions extends S3Bucket {
  /** Size in bytes of a part of a large file; one is in memory at a time. Default 8 MiB; the least of S3 is 5 MiB. */
  readonly partSize?: number;
}

/** Files in a bucket. */
export interface S3Files extends MediaFiles {
  /** Checks that the bucket answers, and accepts the credentials. @throws FileStorageError */
  check(): Promise<void>;
}

const PART_BYTES = 8 * 1024 * 1024;
/** Milliseconds until a connection, and without a byte from the bucket. */
const CONNECT_MS = 5_000;
const SILENCE_MS = 30_000;
/** Attempts of each request, the first included. */
const ATTEMPTS = 3;
/** The member of an object's metadata with the id of the upload that has stored it. */
const UPLOAD = 'almanac-upload';

/** An error of the library that has the status of an answer. */
const failure = z.object({ $metadata: z.object({ httpStatusCode: z.number() }) });

const statusOf = (error: unknown): number | undefined => failure.safeParse(error).data?.$metadata.httpStatusCode;

const isMissing = (error: unknown): boolean => statusOf(error) === 404;

/** True if another object has the key (`If-None-Match`), or is being stored under it. */
const isTaken = (error: unknown): boolean => statusOf(error) === 412 || statusOf(error) === 409;

/** The package is loaded by the first use, so only on sites that have a bucket. */
const load = async ({ endpoint, region, credentials }: S3FilesOptions) => {
  const [s3, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
  const client = new s3.S3Client({
    region,
    ...(endpoint !== undefined && { endpoint }),
    // the client adds members to the object that it gets
    ...(credentials !== undefined && { credentials: { ...credentials } }),
    // buckets of other providers have no names of hosts of their own
    forcePathStyle: endpoint !== undefined,
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: SILENCE_MS },
    // other providers do not know AWS's newer checksums
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { client, s3, Upload };
};

/**
 * Stores files as objects of a bucket. An object is stored as a whole, and only if its key is free (`If-None-Match`).
 * The answer to a write may be lost; so each object names its upload, and a refused upload looks if the object is its
 * own.
 * @throws FileStorageError from every function, if the bucket does not answer as it should
 */
export const createS3Files = (options: S3FilesOptions): S3Files => {
  const { bucket: Bucket, prefix, partSize = PART_BYTES } = options;
  let loaded: ReturnType<typeof load> | undefined;
  const library = (): ReturnType<typeof load> => {
    loaded ??= load(options);
    return loaded;
  };

  const objectOf = (path: string) => {
    if (!isFilePath(path)) throw new Error(`${path} is no path of a stored file`);
    return { Bucket, Key: prefix + path };
  };

  /** Runs requests to the bucket; undefined if an object is missing. */
  const ask = async <Value>(what: string, work: (client: S3Client) => Promise<Value>): Promise<Value | undefined> => {
    const { client } = await library();
    try {
      return await work(client);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw new FileStorageError(what, { cause: error });
    }
  };

  const head = async (path: string) => {
    const object = objectOf(path);
    const { s3 } = await library();
    return ask(`${path} cannot be looked up`, (client) => client.send(new s3.HeadObjectCommand(object)));
  };

  const put: MediaFiles['put'] = async (path, content) => {
    const object = objectOf(path);
    const { client, Upload } = await library();
    const upload = randomUUID();
    const params = { ...object, Body: content, IfNoneMatch: '*', Metadata: { [UPLOAD]: upload } };
    try {
      await new Upload({ client, params, partSize, queueSize: 1 }).done();
    } catch (error) {
      if (content instanceof Readable && content.errored !== null) throw content.errored;
      if ((await head(path))?.Metadata?.[UPLOAD] === upload) return;
      throw isTaken(error)
        ? new FileTakenError(path)
        : new FileStorageError(`${path} cannot be stored`, { cause: error });
    }
  };

  /** Reads an object when its stream is read. @throws FileStorageError as an error of the stream */
  async function* bytesOf(path: string, ETag: string | undefined, range?: { start: number; end: number }) {
    const { s3, client } = await library();
    const Range = range && `bytes=${range.start}-${range.end}`;
    const ending = new AbortController();
    try {
      const command = new s3.GetObjectCommand({ ...objectOf(path), Range, IfMatch: ETag });
      const { Body } = await client.send(command, { abortSignal: ending.signal });
      if (!(Body instanceof Readable)) throw new Error('the answer has no body');
      yield* Body;
    } catch (error) {
      throw new FileStorageError(`${path} cannot be read`, { cause: error });
    } finally {
      ending.abort();
    }
  }

  const open: MediaFiles['open'] = async (path) => {
    const found = await head(path);
    if (found === undefined) return undefined;
    const { ContentLength: size, LastModified: storedAt, ETag } = found;
    if (size === undefined || storedAt === undefined) throw new FileStorageError(`${path} has no size or time`);
    return {
      size,
      storedAt: storedAt.getTime(),
      read: (range) => Readable.from(bytesOf(path, ETag, range), { objectMode: false }),
    };
  };

  const tidy: MediaFiles['tidy'] = async (before) => {
    const { s3 } = await library();
    const listed = await ask('uploads cannot be listed', (client) =>
      client.send(new s3.ListMultipartUploadsCommand({ Bucket, Prefix: prefix })),
    );
    for (const { Key, UploadId, Initiated } of listed?.Uploads ?? []) {
      if (Initiated === undefined || Initiated.getTime() >= before) continue;
      await ask(`an upload of ${Key} cannot be removed`, (client) =>
        client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId })),
      );
    }
  };

  return {
    put,
    open,
    delete: async (path) => {
      const object = objectOf(path);
      const { s3 } = await library();
      await ask(`${path} cannot be deleted`, (client) => client.send(new s3.DeleteObjectCommand(object)));
    },
    exists: async (path) => (await head(path)) !== undefined,
    tidy,
    check: async () => {
      const { s3 } = await library();
      const found = await ask('the bucket does not answer', (client) =>
        client.send(new s3.HeadBucketCommand({ Bucket })),
      );
      if (found === undefined) throw new FileStorageError(`there is no bucket ${Bucket}`);
    },
  };
};
