import css from './progress-ring.module.css';

const SIDE = 48;
const RADIUS = 20;
const ROUND = 2 * Math.PI * RADIUS;

/** How much of a file has left this device; turns while the server checks what has arrived. */
export function ProgressRing({ share, turning }: { share: number; turning: boolean }) {
  return (
    <svg className={css.ring} data-turning={turning} width={SIDE} height={SIDE} aria-hidden>
      <circle cx={SIDE / 2} cy={SIDE / 2} r={RADIUS} />
      <circle
        cx={SIDE / 2}
        cy={SIDE / 2}
        r={RADIUS}
        strokeDasharray={ROUND}
        strokeDashoffset={ROUND * (1 - (turning ? 0.75 : Math.min(1, share)))}
      />
    </svg>
  );
}
