import type { Generated, Selectable } from 'kysely';

interface FileBlobTable {
  sha256: string;
  media_type: string;
  size_bytes: number;
  width: number | null;
  height: number | null;
  blur: string | null;
  clean_name: string | null;
  clean_bytes: number | null;
  clean_after: Date | null;
  avif_after: Date | null;
  created_at: Generated<Date>;
  used_at: Generated<Date>;
}

interface FileVariantTable {
  sha256: string;
  width: number;
  height: number;
  name: string;
  size_bytes: number;
  avif_name: string | null;
  avif_bytes: number | null;
}

interface UploadedFileTable {
  id: Generated<number>;
  owner: string;
  owner_id: number;
  kind: 'image' | 'document';
  upload_id: string;
  sha256: string;
  name: string;
  position: number;
  is_main: Generated<boolean>;
  visible: Generated<boolean>;
  is_public: Generated<boolean>;
  published_at: Date | null;
  created_by: string | null;
  created_at: Generated<Date>;
}

export interface FilesTables {
  file_blob: FileBlobTable;
  file_variant: FileVariantTable;
  uploaded_file: UploadedFileTable;
}

/** A width of an image as it is stored. */
export interface Variant {
  width: number;
  height: number;
  name: string;
  size_bytes: number;
}

export type BlobRow = Selectable<FileBlobTable>;
/** A file with its content's facts and, of an image, its sizes. */
export type FileRow = Selectable<UploadedFileTable> &
  Pick<BlobRow, 'media_type' | 'size_bytes' | 'width' | 'height' | 'blur' | 'clean_name' | 'clean_bytes'> & {
    variants: Variant[];
  };
