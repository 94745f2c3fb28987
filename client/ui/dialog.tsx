import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { OverlayTheme } from './overlay-theme.tsx';
import { useFocusBack } from './use-focus-back.ts';

interface DialogProps {
  /** Most dialogs are mounted while they are open, so that each opening starts fresh. */
  opened?: boolean;
  title: string;
  wide?: boolean;
  /** Without one, only an answer (or Escape and the backdrop) closes it. */
  closeButton?: boolean;
  onClose: () => void;
  children?: ReactNode;
}

/** The frame of every dialog. It takes the focus and gives it back; Escape and the backdrop close it. */
export function Dialog({ opened = true, title, wide, closeButton = true, onClose, children }: DialogProps) {
  const { t } = useTranslation('ui');
  useFocusBack(opened);
  return (
    <OverlayTheme>
      <Modal
        opened={opened}
        onClose={onClose}
        // The library forgets the place of what is mounted open.
        returnFocus={false}
        title={title}
        centered
        size={wide ? 'lg' : 'md'}
        radius="lg"
        padding="lg"
        withCloseButton={closeButton}
        closeButtonProps={{ 'aria-label': t('action.close') }}
      >
        {children}
      </Modal>
    </OverlayTheme>
  );
}
