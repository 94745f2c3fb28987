import { Camera, FilePlus2, ImagePlus } from 'lucide-react';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { IMAGE_TYPES } from '#shared/api/cabinet/files.ts';
import { Button } from '#client/ui/button.tsx';
import type { FileKind } from './file-queries.ts';
import { ACCEPT } from './judge-file.ts';
import css from './upload-area.module.css';

interface UploadAreaProps {
  kind: FileKind;
  /** Nothing more fits: the area says so and takes nothing. */
  full: boolean;
  onFiles: (files: File[]) => void;
}

const carriesFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false;

/** Pasted pictures are photos; every other pasted file is a document. */
const pastedHere = (kind: FileKind, file: File): boolean => (kind === 'images') === file.type in IMAGE_TYPES;

/** Where files come from: the device's dialog, the camera of a phone, a drop, a paste. */
export function UploadArea({ kind, full, onFiles }: UploadAreaProps) {
  const { t } = useTranslation('files');
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (input: HTMLInputElement) => {
    onFiles([...(input.files ?? [])]);
    // The same file can be chosen again.
    input.value = '';
  };
  usePastedFiles(kind, full, onFiles);
  useNoStrayDrops();

  const drag = {
    onDragOver: (event: DragEvent) => {
      if (full || !carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (full || !carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      onFiles([...event.dataTransfer.files]);
    },
  };
  const Icon = kind === 'images' ? ImagePlus : FilePlus2;
  return (
    <div className={css.area} data-over={over} {...drag}>
      <Icon size={32} strokeWidth={1.5} aria-hidden />
      <p className={css.words}>
        {full ? t(`full.${kind}`) : t(`area.${kind}`)}
        <span className={css.drop}>{full ? null : t('area.drop')}</span>
      </p>
      <div className={css.buttons}>
        <Button size="lg" disabled={full} onClick={() => chooser.current?.click()}>
          {t(`choose.${kind}`)}
        </Button>
        {kind === 'images' ? (
          <span className={css.camera}>
            <Button
              size="lg"
              variant="default"
              disabled={full}
              leftSection={<Camera size={20} aria-hidden />}
              onClick={() => camera.current?.click()}
            >
              {t('camera')}
            </Button>
          </span>
        ) : null}
      </div>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={ACCEPT[kind]}
        data-testid={`choose-${kind}`}
        onChange={({ currentTarget }) => take(currentTarget)}
      />
      {kind === 'images' ? (
        <input
          ref={camera}
          type="file"
          hidden
          accept={ACCEPT.images}
          capture="environment"
          onChange={({ currentTarget }) => take(currentTarget)}
        />
      ) : null}
    </div>
  );
}

function usePastedFiles(kind: FileKind, full: boolean, onFiles: (files: File[]) => void): void {
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    if (full) return undefined;
    const onPaste = ({ clipboardData }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])].filter((file) => pastedHere(kind, file));
      if (files.length > 0) latest.current(files);
    };
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, [kind, full]);
}

/** A file dropped beside the area would replace the page. */
function useNoStrayDrops(): void {
  useEffect(() => {
    const stop = (event: globalThis.DragEvent) => {
      if (!carriesFiles(event.dataTransfer) || event.defaultPrevented) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', stop);
    window.addEventListener('drop', stop);
    return () => {
      window.removeEventListener('dragover', stop);
      window.removeEventListener('drop', stop);
    };
  }, []);
}
