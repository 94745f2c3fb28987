import {
  documentPath,
  privateImagePath,
  type DocumentType,
  type DocumentView,
  type ImageType,
  type ImageView,
} from '#shared/api/cabinet/files.ts';
import type { PublicPhoto } from './files-service.ts';
import type { FileRow } from './files-tables.ts';

/** Where published sizes are served. */
export const PUBLIC_FOLDER = '/files';

const storedOf = (row: FileRow) => ({
  id: row.id,
  uploadId: row.upload_id,
  name: row.name,
  sizeBytes: row.size_bytes,
  createdAtMs: row.created_at.getTime(),
});

/** Facts that every stored image has. */
function factsOf({ id, width, height, blur }: FileRow): { width: number; height: number; blur: string } {
  if (width === null || height === null || blur === null) throw new Error(`file ${id} is no image`);
  return { width, height, blur };
}

export const imageView = (row: FileRow, position: number): ImageView => ({
  ...storedOf(row),
  type: row.media_type as ImageType,
  ...factsOf(row),
  sizes: row.variants.map(({ width, height }) => ({ url: privateImagePath(row.id, width), width, height })),
  isMain: row.is_main,
  visible: row.visible,
  position,
});

export const documentView = (row: FileRow): DocumentView => ({
  ...storedOf(row),
  type: row.media_type as DocumentType,
  url: documentPath(row.id),
  isPublic: row.is_public,
});

export const publicPhoto = (row: FileRow): PublicPhoto => ({
  fileId: row.id,
  isMain: row.is_main,
  ...factsOf(row),
  sizes: row.variants.map(({ name, width, height }) => ({
    url: `${PUBLIC_FOLDER}/${name}.webp`,
    width,
    height,
  })),
});
