import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import css from './ui.module.css';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  children?: ReactNode;
  confirm: string;
  cancel: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** One question, two answers. Escape and the backdrop mean "cancel". */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    opened,
    title,
    children,
    confirm,
    cancel,
    danger = false,
    busy = false,
    onConfirm,
    onCancel,
  } = props;
  return (
    <Dialog opened={opened} title={title} closeButton={false} onClose={onCancel}>
      {children ? <div className={css.dialogText}>{children}</div> : null}
      <div className={css.dialogActions}>
        <Button variant="default" size="md" onClick={onCancel} data-autofocus>
          {cancel}
        </Button>
        <Button size="md" danger={danger} loading={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
