import { useTranslation } from 'react-i18next';
import css from './profile.module.css';

const RADIUS = 42;
const AROUND = 2 * Math.PI * RADIUS;

/** A ring that is closed at a hundred. */
export function CompletenessRing({ percentage }: { percentage: number }) {
  const { t } = useTranslation('profile');
  return (
    <svg
      className={css.ring}
      viewBox="0 0 100 100"
      width={112}
      height={112}
      role="img"
      aria-label={t('complete.percent', { percentage })}
      data-whole={percentage === 100}
    >
      <circle cx="50" cy="50" r={RADIUS} />
      <circle
        cx="50"
        cy="50"
        r={RADIUS}
        strokeDasharray={AROUND}
        strokeDashoffset={AROUND * (1 - percentage / 100)}
        transform="rotate(-90 50 50)"
      />
      <text x="50" y="52" textAnchor="middle" dominantBaseline="middle" aria-hidden>
        {percentage} %
      </text>
    </svg>
  );
}
