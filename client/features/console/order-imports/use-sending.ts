import { useEffect, useRef, useState } from 'react';
import { sendFile } from '#client/lib/upload/send-file.ts';

/** Sends one file at a time and says how far it is; leaving the screen stops it. */
export function useSending() {
  const [percent, setPercent] = useState<number | null>(null);
  const stopping = useRef<AbortController | null>(null);
  useEffect(() => () => stopping.current?.abort(), []);
  return {
    percent,
    async send(address: string, file: File): Promise<unknown> {
      const controller = (stopping.current = new AbortController());
      setPercent(0);
      try {
        return await sendFile(address, file, {
          signal: controller.signal,
          onProgress: (bytes) => setPercent(Math.floor((bytes / Math.max(file.size, 1)) * 100)),
        });
      } finally {
        setPercent(null);
      }
    },
  };
}
