import type { ComponentProps, ReactNode } from 'react';
import css from './button.module.css';
import { Loader } from './loader.tsx';

export interface ButtonLook {
  /** `filled` is the one thing to do here; the others stand beside it. */
  variant?: 'filled' | 'default' | 'outline' | 'subtle' | undefined;
  /** 30, 36, 42 or 50 px high; `sm` by default. */
  size?: 'xs' | 'sm' | 'md' | 'lg' | undefined;
  /** Takes something away that does not come back. */
  danger?: boolean | undefined;
  fullWidth?: boolean | undefined;
  /** Less room beside its words: two large ones stand next to each other on a phone. */
  narrow?: boolean | undefined;
  leftSection?: ReactNode;
  rightSection?: ReactNode;
}

interface DressedProps extends ButtonLook {
  className?: string | undefined;
  loading?: boolean | undefined;
  children?: ReactNode;
}

const flag = (on: boolean | undefined) => (on ? true : undefined);

/** Takes the look out of the properties of a button or link: what is left, and what to draw inside. */
export function dressed<Props extends DressedProps>(props: Props) {
  const {
    variant = 'filled',
    size = 'sm',
    danger,
    fullWidth,
    narrow,
    leftSection,
    rightSection,
    className,
    loading,
    children,
    ...rest
  } = props;
  const look = {
    className: className ? `${css.button} ${className}` : css.button,
    'data-variant': variant,
    'data-size': size,
    'data-danger': flag(danger),
    'data-block': flag(fullWidth),
    'data-narrow': flag(narrow),
    'data-left': flag(Boolean(leftSection)),
    'data-right': flag(Boolean(rightSection)),
    'data-loading': flag(loading),
  };
  const content = (
    <>
      {loading ? (
        <span className={css.waiting} aria-hidden>
          <Loader size="button" />
        </span>
      ) : null}
      <span className={css.inner}>
        {leftSection ? <span className={css.left}>{leftSection}</span> : null}
        <span className={css.label}>{children}</span>
        {rightSection ? <span className={css.right}>{rightSection}</span> : null}
      </span>
    </>
  );
  return { rest, look, content };
}

interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  /** Its work is under way: it cannot be pressed and turns a ring. */
  loading?: boolean | undefined;
}

/** Does something here; what leads elsewhere is a ButtonLink or ButtonAnchor. */
export function Button(props: ButtonProps) {
  const { rest, look, content } = dressed(props);
  const { type = 'button', disabled = false, ...others } = rest;
  return (
    <button type={type} disabled={disabled || props.loading === true} {...look} {...others}>
      {content}
    </button>
  );
}
