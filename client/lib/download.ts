import { announceSessionExpired } from './session-expired.ts';
import { ApiError, errorOf } from './api-client.ts';
import { noticeOtherPerson, pageHeaders } from './page-person.ts';

export interface Download {
  /** How far it is: bytes that have come. */
  onBytes: (bytes: number) => void;
  signal: AbortSignal;
}

/**
 * Saves the answer of an address as a file under the name the server gives it. Nothing is saved of an answer that breaks
 * off. @throws ApiError `offline` when it does, or the server's own refusal; what `signal` aborts throws its reason
 */
export async function download(address: string, { onBytes, signal }: Download): Promise<void> {
  const { response, parts } = await read(address, { onBytes, signal });
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  saveFile(name ?? 'savdo', parts);
}

/** Gives a person what the page holds, as a file. */
export function saveFile(name: string, parts: BlobPart[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(parts));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

async function read(address: string, { onBytes, signal }: Download) {
  try {
    const response = await fetch(address, { credentials: 'same-origin', headers: pageHeaders(), signal });
    if (response.status === 401) announceSessionExpired();
    if (!response.ok) {
      const error = await errorOf(response);
      noticeOtherPerson(error.code);
      throw error;
    }
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    const reader = response.body!.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      onBytes((bytes += part.value.length));
    }
    return { response, parts };
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error;
    // Not retried: the person asks for the file again.
    throw new ApiError(0, 'offline', '');
  }
}
