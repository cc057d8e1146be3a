import {
  environmentError,
  type OutsideService,
  type OwnSettings,
  outsideAddress,
  readEnvironment,
} from '@almanac/service';
import { z } from 'zod';
import { createDiskFiles } from './files/diskFiles.ts';
import { createS3Files, type S3Bucket } from './files/s3Files.ts';
import { type MediaOnDiskOptions, mediaOnDisk } from './mediaOnDisk.ts';
import type { MediaPorts } from './mediaPorts.ts';

const variables = z.object({
  MEDIA_BUCKET: z.string().optional(),
  MEDIA_BUCKET_ENDPOINT: outsideAddress.optional(),
  MEDIA_BUCKET_REGION: z.string().default('us-east-1'),
  MEDIA_BUCKET_PREFIX: z
    .string()
    .regex(/^[\w.-]+(?:\/[\w.-]+)*\/?$/)
    .transform((prefix) => (prefix.endsWith('/') ? prefix : `${prefix}/`))
    .default(''),
  MEDIA_BUCKET_ACCESS_KEY: z.string().optional(),
  MEDIA_BUCKET_SECRET_KEY: z.string().optional(),
});

const NEED_BUCKET = ['MEDIA_BUCKET_ENDPOINT', 'MEDIA_BUCKET_ACCESS_KEY', 'MEDIA_BUCKET_SECRET_KEY'] as const;

/** Returns the bucket of the files of media; undefined for files in a folder. @throws ConfigurationError */
export const readS3Settings = (own: OwnSettings): S3Bucket | undefined => {
  const given = readEnvironment(variables, own);
  const {
    MEDIA_BUCKET: bucket,
    MEDIA_BUCKET_ACCESS_KEY: accessKeyId,
    MEDIA_BUCKET_SECRET_KEY: secretAccessKey,
  } = given;
  if (bucket === undefined) {
    const alone = NEED_BUCKET.find((name) => given[name] !== undefined);
    if (alone !== undefined) throw environmentError([`MEDIA_BUCKET: is required with ${alone}`]);
    return undefined;
  }
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw environmentError(['MEDIA_BUCKET_ACCESS_KEY: requires MEDIA_BUCKET_SECRET_KEY, and the other way round']);
  return {
    bucket,
    endpoint: given.MEDIA_BUCKET_ENDPOINT,
    region: given.MEDIA_BUCKET_REGION,
    prefix: given.MEDIA_BUCKET_PREFIX,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  };
};

/** The media ports, and the bucket as a service outside the site. */
export interface MediaOnS3 {
  readonly media: MediaPorts;
  readonly outside: OutsideService;
}

/** Creates the media ports with files in a bucket. @param options.folder has only files that are being received */
export const mediaOnS3 = (bucket: S3Bucket, options: MediaOnDiskOptions): MediaOnS3 => {
  const files = createS3Files(bucket);
  const local = createDiskFiles(options.folder);
  const tidy = async (before: number): Promise<void> => {
    await local.tidy(before);
    await files.tidy(before);
  };
  return {
    media: { ...mediaOnDisk(options), files: { ...files, tidy } },
    outside: {
      setting: 'MEDIA_BUCKET',
      complaint: async () => {
        await files.check();
        return undefined;
      },
    },
  };
};
