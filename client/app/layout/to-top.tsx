import { ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useScrolledPast } from './use-scrolled-past.ts';
import css from './to-top.module.css';

/** A press less than this from the top saves nothing. */
const SHOWN_AFTER_PX = 900;

/** Back to the top of a long page, and the keyboard with it. */
export default function ToTop() {
  const { t } = useTranslation('layout');
  const far = useScrolledPast(SHOWN_AFTER_PX);
  if (!far) return null;
  const rise = () => {
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: calm ? 'auto' : 'smooth' });
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (
    <button type="button" className={css.toTop} aria-label={t('toTop')} title={t('toTop')} onClick={rise}>
      <ArrowUp size={22} aria-hidden />
    </button>
  );
}
