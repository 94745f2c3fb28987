import { useRef, useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#client/lib/api-error.ts';
import { notify } from './toasts.tsx';

/** Saves what a link leads to as a file, says why it was not saved, and counts its bytes until it is; one at a time. */
export function useDownload() {
  const { t } = useTranslation('ui');
  /** Of the file under way; null: there is none. */
  const [bytes, setBytes] = useState<number | null>(null);
  const stopping = useRef<AbortController | null>(null);

  async function save(event: MouseEvent, address: string): Promise<void> {
    // A new tab or window is the browser's own download.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (stopping.current) return;
    const controller = (stopping.current = new AbortController());
    setBytes(0);
    try {
      const { download } = await import('#client/lib/download.ts');
      await download(address, { onBytes: setBytes, signal: controller.signal });
    } catch (error) {
      // Not retried: the person has stopped it, or reads why it failed and asks again.
      if (!controller.signal.aborted)
        notify('error', (error instanceof ApiError && error.message) || t('table.notSaved'));
    } finally {
      stopping.current = null;
      setBytes(null);
    }
  }

  return { bytes, save, stop: () => stopping.current?.abort() };
}
