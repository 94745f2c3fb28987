import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { OverlayTheme } from './overlay-theme.tsx';
import { useFocusBack } from './use-focus-back.ts';

interface SideDrawerProps {
  opened?: boolean;
  title: string;
  /** Words of the closing cross. */
  closeLabel: string;
  side?: 'left' | 'right';
  /** A width in CSS. */
  width: string;
  /** Own classes of its parts. */
  classNames?: { title: string; body: string; content: string };
  onClose: () => void;
  children: ReactNode;
}

/** A panel that comes in from an edge of small windows. Escape and the backdrop close it. */
export function SideDrawer(props: SideDrawerProps) {
  const { opened = true, title, closeLabel, side = 'left', width, classNames, onClose, children } = props;
  useFocusBack(opened);
  return (
    <OverlayTheme>
      <Drawer
        opened={opened}
        onClose={onClose}
        // The library forgets the place of what is mounted open.
        returnFocus={false}
        position={side}
        size={width}
        title={title}
        closeButtonProps={{ 'aria-label': closeLabel }}
        {...(classNames ? { classNames } : {})}
      >
        {children}
      </Drawer>
    </OverlayTheme>
  );
}
