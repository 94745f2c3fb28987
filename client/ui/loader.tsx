import css from './button.module.css';

interface LoaderProps {
  /** 22 or 44 px; in a button by the button's height. */
  size: 'sm' | 'lg' | 'button';
  /** What is waited for, where no text beside it says so. */
  label?: string;
}

/** A turning ring: something is under way. */
export function Loader({ size, label }: LoaderProps) {
  return (
    <span
      className={css.loader}
      data-size={size}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    />
  );
}
