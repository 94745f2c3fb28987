import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './ui.module.css';
import './overlay-styles.ts';

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
    <Modal
      opened={opened}
      onClose={onCancel}
      title={title}
      centered
      withCloseButton={false}
      radius="lg"
      padding="lg"
    >
      {children ? <div className={css.dialogText}>{children}</div> : null}
      <div className={css.dialogActions}>
        <Button variant="default" size="md" onClick={onCancel} data-autofocus>
          {cancel}
        </Button>
        <Button size="md" {...(danger ? { color: 'red.8' } : {})} loading={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Modal>
  );
}
