import { ScannerAway } from '#server/integrations/scanner/index.ts';
import { ObjectMissing, StorageAway } from '#server/integrations/file-storage/index.ts';
import { isDatabaseUnavailable } from '#server/platform/database/index.ts';
import { RequestError, unavailable } from '#server/platform/errors/index.ts';
import { DOCUMENT_LIMITS, IMAGE_LIMITS, type FileRefusal } from '#shared/api/cabinet/files.ts';
import { Refused } from './inspection/inspection.ts';
import { InspectorAway } from './inspection/inspector.ts';
import { UploadAborted } from './receive-upload.ts';

const STATUS: Readonly<Record<FileRefusal, number>> = {
  'files.empty': 400,
  'files.not-one-file': 400,
  'files.too-slow': 408,
  'files.upload-id-used': 409,
  'files.too-large': 413,
  'files.set-too-large': 413,
  'files.too-many-pixels': 413,
  'files.too-complex': 413,
  'files.unsupported-type': 415,
  'files.wrong-ending': 415,
  'files.mixed-content': 415,
  'files.encrypted': 415,
  'files.active-content': 415,
  'files.external-content': 415,
  'files.ambiguous-content': 415,
  'files.too-many': 422,
  'files.damaged': 422,
  'files.infected': 422,
};
const MIB = 1024 * 1024;

/** @param count the most files of the kind, where that is fewer than the general limit */
export function refuseUpload(refusal: FileRefusal, kind: 'image' | 'document', count?: number): RequestError {
  const limits = kind === 'image' ? IMAGE_LIMITS : DOCUMENT_LIMITS;
  return new RequestError({
    status: STATUS[refusal],
    code: refusal,
    values: {
      count: count ?? limits.count,
      fileMegabytes: limits.fileBytes / MIB,
      setMegabytes: limits.totalBytes / MIB,
      megapixels: IMAGE_LIMITS.pixels / 1_000_000,
    },
  });
}

/** The content was swept after it was stored and before a file referred to it: the same upload stores it again. */
const isSwept = (error: unknown): boolean =>
  (error as { constraint?: unknown }).constraint === 'uploaded_file_sha256_fkey';

/** A fault of an upload or of serving as its answer; a fault of ours stays what it is. */
export function answerTo(error: unknown, kind: 'image' | 'document'): unknown {
  if (error instanceof RequestError) return error;
  if (error instanceof Refused) return refuseUpload(error.refusal, kind);
  // No one reads this answer: the connection is gone.
  if (error instanceof UploadAborted) return new RequestError({ status: 400, code: 'files.aborted' });
  const away = [StorageAway, ObjectMissing, ScannerAway, InspectorAway].some(
    (fault) => error instanceof fault,
  );
  if (away || isSwept(error) || isDatabaseUnavailable(error))
    return unavailable('files.not-stored', { cause: error });
  return error;
}
