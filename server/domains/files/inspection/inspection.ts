import type { FileRefusal } from '#shared/api/files.ts';

/** What the inspecting process is asked. It reads and writes only in the folder given. */
export interface InspectionRequest {
  id: number;
  kind: 'image' | 'document';
  /** The upload, by an absolute path. */
  file: string;
  /** Sizes of an image are written here, each as `<name>.webp`. */
  folder: string;
}

export interface InspectedVariant {
  width: number;
  height: number;
  /** The first half of its SHA-256, hex. */
  name: string;
  size_bytes: number;
}

/** What a file was found to be. */
export interface Inspected {
  mediaType: string;
  image: { width: number; height: number; blur: string; variants: InspectedVariant[] } | null;
}

export type InspectionAnswer =
  | { id: number; found: Inspected }
  | { id: number; refusal: FileRefusal }
  /** Not the file's fault. */
  | { id: number; fault: string };

/** The file is refused because of its content. */
export class Refused extends Error {
  readonly refusal: FileRefusal;
  constructor(refusal: FileRefusal) {
    super(refusal);
    this.name = 'Refused';
    this.refusal = refusal;
  }
}
