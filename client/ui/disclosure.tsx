import { useEffect, useId, useRef, useState, type ReactNode } from 'react';

interface DisclosureProps {
  label: ReactNode;
  className?: string | undefined;
  panelClassName?: string | undefined;
  children: (close: () => void) => ReactNode;
}

/**
 * A button with a panel below it. Escape and what is chosen in it close it and return to the button; leaving by Tab or a press
 * elsewhere closes it too.
 */
export function Disclosure({ label, className, panelClassName, children }: DisclosureProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return undefined;
    const outside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', escape);
    };
  }, [open]);

  /** What was pressed goes away with the panel: a dialog it opens returns the keyboard to the button. */
  const close = () => {
    if (root.current?.contains(document.activeElement)) button.current?.focus({ preventScroll: true });
    setOpen(false);
  };

  return (
    <div ref={root} style={{ position: 'relative' }}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {label}
      </button>
      <div id={id} className={panelClassName} hidden={!open}>
        {open ? children(close) : null}
      </div>
    </div>
  );
}
