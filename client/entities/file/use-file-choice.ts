import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileKind } from './file-queries.ts';
import { judgeFiles, LIMITS } from './judge-file.ts';
import { useUploadWords } from './upload-texts.ts';
import type { FileUpload } from './uploads.ts';

interface Stored {
  count: number;
  bytes: number;
  /** The most of them, where that is fewer than the general limit. */
  most?: number | undefined;
}

/** Takes what a person chose: what may go is handed on, what may not stays in words until the next choice. */
export function useFileChoice(
  kind: FileKind,
  stored: Stored,
  pending: readonly FileUpload[],
  send: (files: File[]) => void,
) {
  const { t } = useTranslation('files');
  const words = useUploadWords();
  const [refusals, setRefusals] = useState<string[]>([]);
  const coming = pending.filter((each) => each.kind === kind && each.state !== 'failed');
  const most = stored.most ?? LIMITS[kind].count;
  const used = {
    most,
    count: stored.count + coming.length,
    bytes: stored.bytes + coming.reduce((sum, { file }) => sum + file.size, 0),
  };
  return {
    full: used.count >= most,
    refusals,
    dismiss: () => setRefusals([]),
    choose: (files: File[]) => {
      if (files.length === 0) return;
      const { accepted, refused } = judgeFiles(kind, files, used);
      setRefusals(
        refused.map(({ file, reason }) =>
          t('refusedFile', { name: file.name, reason: words.refused(kind, reason) }),
        ),
      );
      if (accepted.length > 0) send(accepted);
    },
  };
}
