import type { FileRefusal } from '#shared/api/cabinet/files.ts';

/** What the inspecting process is asked. It reads and writes only in the folder given. */
export interface InspectionRequest {
  id: number;
  /** `avif`: the sizes of an image that was accepted before, once more in AVIF. */
  kind: 'image' | 'document' | 'avif';
  /** The upload, by an absolute path. */
  file: string;
  /** What is made of a picture is written here, each under its name. */
  folder: string;
}

/** A file that was made of another one. */
export interface Made {
  /** The first half of its SHA-256, hex. */
  name: string;
  size_bytes: number;
}

export interface InspectedVariant extends Made {
  width: number;
  height: number;
}

/** What a file was found to be. */
export interface Inspected {
  mediaType: string;
  image: { width: number; height: number; blur: string; variants: InspectedVariant[] } | null;
  /** Of a picture among documents, and of a document with photos in it: the same without their metadata. */
  clean: Made | null;
}

/** @param spentMs what it took of a processor */
export type Outcome = { spentMs: number } & (
  | { found: Inspected }
  | { refusal: FileRefusal }
  /** Not the file's fault. */
  | { fault: string }
);
export type InspectionAnswer = { id: number } & Outcome;

/** The file is refused because of its content. */
export class Refused extends Error {
  readonly refusal: FileRefusal;
  constructor(refusal: FileRefusal) {
    super(refusal);
    this.name = 'Refused';
    this.refusal = refusal;
  }
}
