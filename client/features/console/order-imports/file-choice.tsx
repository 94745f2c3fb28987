import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import { FormProblem } from '#client/ui/form.tsx';
import css from './order-imports.module.css';

interface FileChoiceProps {
  accept: string;
  file: File | null;
  /** Of it that was sent; null: it is not being sent. */
  percent: number | null;
  problem: string | null;
  onChoose: (file: File) => void;
}

/** One file of this device. */
export function FileChoice({ accept, file, percent, problem, onChoose }: FileChoiceProps) {
  const { t } = useTranslation('console-order-imports');
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <div className={css.chosen}>
      <Button variant="default" size="md" onClick={() => chooser.current?.click()}>
        {t(file ? 'dialog.other' : 'dialog.choose')}
      </Button>
      <span role="status">
        {percent === null ? (file?.name ?? t('dialog.noFile')) : t('sending', { percent })}
      </span>
      <FormProblem problem={problem} />
      <input
        ref={chooser}
        type="file"
        hidden
        accept={accept}
        aria-label={t('dialog.file')}
        data-testid="choose-import-file"
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.files?.[0];
          // The same file can be chosen again.
          currentTarget.value = '';
          if (chosen) onChoose(chosen);
        }}
      />
    </div>
  );
}
