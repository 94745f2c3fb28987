import css from './ui.module.css';

/** A grey place of the final size: nothing jumps when the content comes. */
export function Skeleton({
  height,
  width = '100%',
  radius = 8,
}: {
  height: number | string;
  width?: number | string;
  radius?: number;
}) {
  return <span className={css.skeleton} style={{ height, width, borderRadius: radius }} aria-hidden />;
}
