import type { FileStorage } from '#server/integrations/file-storage/index.ts';
import type { Scanner } from '#server/integrations/scanner/index.ts';
import { answerWithin } from '#server/platform/time-limits/index.ts';

/** A look writes to the storage: callers within this time share one. */
const SHARED_MS = 10_000;
const LOOK_LIMIT_MS = 3_000;

const NOT_SCANNED = 'files: uploads are not scanned for malware (CLAMD_ADDRESS is not set)';

/** Looks at storage and scanner. Uploads wait for them and bids do not, so that nothing of it makes a process unready. */
export function createWarnings({
  storage,
  scanner,
}: {
  storage: FileStorage;
  scanner: Scanner | null;
}): () => Promise<string[]> {
  let found: Promise<string[]> | null = null;
  let lookedAt = 0;
  const look = async (): Promise<string[]> => {
    const looks = await Promise.all([
      warningOf(storage.check()),
      scanner ? warningOf(scanner.check()) : NOT_SCANNED,
    ]);
    return looks.flatMap((warning) => warning ?? []);
  };
  return () => {
    if (!found || performance.now() - lookedAt > SHARED_MS) {
      lookedAt = performance.now();
      found = look();
    }
    return found;
  };
}

async function warningOf(check: Promise<void>): Promise<string | null> {
  try {
    await answerWithin(check, LOOK_LIMIT_MS);
    return null;
  } catch (error) {
    // The answer itself: the next look asks again.
    return `files: uploads are answered 503 (${error instanceof Error ? error.message : String(error)})`;
  }
}
