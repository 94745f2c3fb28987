import path from 'node:path';
import type { Variables } from './variables.ts';

const MIB = 1024 * 1024;

/** Where uploaded files are stored, and what looks at them before. */
export interface FileSettings {
  /** Root of the storage when it is a folder. Several web processes need the same one. */
  folder: string;
  /** Uploads under way: on this machine's own disk. */
  incomingFolder: string;
  /** Of all uploads of one web process together: what is beyond waits, so that bids do not. */
  uploadBytesPerSecond: number;
  /** Of one person within a Tashkent day. */
  uploadBytesADay: number;
  /** Of a processor, for the files of one person within an hour. */
  inspectionMsAnHour: number;
  /** Storage that speaks S3; null: the folder. */
  s3: {
    endpoint: string | null;
    region: string;
    bucket: string;
    accessKeyId: string;
    secretAccessKey: string;
  } | null;
  /** ClamAV's daemon; null: uploads are not scanned. */
  clamd: { path: string } | { host: string; port: number } | null;
}

/** Adds to `problems` what is wrong. */
export function fileSettingsOf(v: Variables, problems: string[]): FileSettings {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = v;
  const parts = { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
  const missing = Object.entries(parts).flatMap(([name, value]) => (value ? [] : [name]));
  const wanted = missing.length < 3 || v.S3_ENDPOINT !== undefined;
  if (wanted && missing.length > 0)
    problems.push(`${missing.join(', ')} missing: storage that speaks S3 needs all`);
  return {
    folder: path.resolve(v.FILES_FOLDER ?? path.join(v.DATA_FOLDER, 'files')),
    incomingFolder: path.resolve(v.DATA_FOLDER, 'uploads'),
    uploadBytesPerSecond: v.UPLOAD_MIB_PER_SECOND * MIB,
    uploadBytesADay: v.UPLOAD_MIB_A_DAY * MIB,
    inspectionMsAnHour: v.INSPECTION_SECONDS_AN_HOUR * 1_000,
    s3:
      bucket && accessKeyId && secretAccessKey
        ? { endpoint: v.S3_ENDPOINT ?? null, region: v.S3_REGION, bucket, accessKeyId, secretAccessKey }
        : null,
    clamd: v.CLAMD_ADDRESS ?? null,
  };
}
