import css from './ui.module.css';

/** A quiet pulse with its words: "live". Still under reduced motion. */
export function LiveDot({ label }: { label: string }) {
  return (
    <span className={css.live}>
      <span className={css.liveDot} aria-hidden />
      {label}
    </span>
  );
}
