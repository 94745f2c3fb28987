import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { checkedKey, ObjectMissing, StorageAway, type FileStorage } from './port.ts';

export interface S3Settings {
  /** null: Amazon's own address of the region. */
  endpoint: string | null;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const CONNECT_LIMIT_MS = 3_000;
/** Without a byte in either direction. */
const SILENCE_LIMIT_MS = 15_000;
const ATTEMPTS = 2;

const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };
function ignore(): void {}

const isMissing = (error: unknown): boolean => {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404;
};

/** Any service that speaks S3. The bucket must exist and be private: everything is served by the platform. */
export function createS3Storage(settings: S3Settings): FileStorage & { close(): void } {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    maxAttempts: ATTEMPTS,
    // Its faults reach the caller as StorageAway, which is logged; its own lines would go to the console.
    logger: SILENT,
    requestHandler: { connectionTimeout: CONNECT_LIMIT_MS, socketTimeout: SILENCE_LIMIT_MS },
    // Checksums that services other than Amazon's do not know are left out.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const objectOf = (key: string) => ({ Bucket: bucket, Key: checkedKey(key) });

  async function guarded<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      // Retried by the client before; the caller answers "try again".
      if (error instanceof ObjectMissing || error instanceof RangeError) throw error;
      throw new StorageAway(error);
    }
  }

  return {
    name: 's3',
    place: `${endpoint ?? `s3 ${region}`}/${bucket}`,

    put: (key, file) =>
      guarded(async () => {
        const { size } = await stat(file);
        const body = createReadStream(file);
        try {
          await client.send(
            new PutObjectCommand({
              ...objectOf(key),
              Body: body,
              ContentLength: size,
              ContentType: 'application/octet-stream',
            }),
          );
        } finally {
          // A connection that failed has not read it to its end, which alone would close it.
          body.destroy();
        }
      }),

    sizeOf: (key) =>
      guarded(async () => {
        try {
          const { ContentLength } = await client.send(new HeadObjectCommand(objectOf(key)));
          return ContentLength ?? 0;
        } catch (error) {
          if (isMissing(error)) return null;
          throw error;
        }
      }),

    read: (key, range) =>
      guarded(async () => {
        try {
          const { Body } = await client.send(
            new GetObjectCommand({
              ...objectOf(key),
              ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
            }),
          );
          return Body as Readable;
        } catch (error) {
          throw isMissing(error) ? new ObjectMissing(key) : error;
        }
      }),

    remove: (key) =>
      guarded(async () => {
        await client.send(new DeleteObjectCommand(objectOf(key)));
      }),

    // An object is put whole by one request: nothing is ever left of one that was not.
    tidy: () => Promise.resolve(0),

    check: () =>
      guarded(async () => {
        await client.send(new HeadBucketCommand({ Bucket: bucket }));
      }),

    close: () => client.destroy(),
  };
}
